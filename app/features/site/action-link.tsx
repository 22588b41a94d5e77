import type { ReactNode } from "react";

type Props = { href: string; weight: "primary" | "outlined" | "text"; children: ReactNode };

/** Where a page asks for something. At most one primary in view. */
export function ActionLink({ href, weight, children }: Props) {
  return (
    <a className={weight === "text" ? "text-link" : `action action-${weight}`} href={href}>
      {children}
    </a>
  );
}
