import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./action-link.module.css";

type Props = { href: string; weight: "primary" | "outlined" | "text"; className?: string; children: ReactNode };

/** Where a page asks for something. At most one primary in view. */
export function ActionLink({ href, weight, className, children }: Props) {
  return (
    <a className={clsx(weight !== "text" && styles.action, styles[weight], className)} href={href}>
      {children}
    </a>
  );
}

/** What a band asks for, in one row. */
export function Actions({ className, children }: { className?: string; children: ReactNode }) {
  return <p className={clsx(styles.actions, className)}>{children}</p>;
}
