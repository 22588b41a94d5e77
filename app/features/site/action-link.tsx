import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./action-link.module.css";

type Props = { href: string; weight: "primary" | "outlined" | "text"; className?: string; children: ReactNode };

/** A call to action. At most one primary is in view. */
export function ActionLink({ href, weight, className, children }: Props) {
  return (
    <a className={clsx(weight !== "text" && styles.action, styles[weight], className)} href={href}>
      {children}
    </a>
  );
}

/** A band's calls to action, in one row. */
export function Actions({ className, children }: { className?: string; children: ReactNode }) {
  return <p className={clsx(styles.actions, className)}>{children}</p>;
}
