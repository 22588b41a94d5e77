import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { cn } from "~/ui/cn.ts";
import { Link } from "~/ui/link.tsx";

type Props = {
  /** Null for an account that no one has joined yet, whose page it then opens. */
  id: string | null;
  accountId?: string | null;
  className?: string;
  children: ReactNode;
};

/** A client's name for admins. It opens the client's record. In a row that is a link itself, it is above that link. */
export function ClientLink({ id, accountId, className, children }: Props) {
  return (
    <Link asChild className={cn("relative z-1 no-underline hover:underline hover:decoration-line-strong", className)}>
      <RouterLink to={id ? `/admin/clients/${id}` : `/admin/accounts/${accountId}`}>{children}</RouterLink>
    </Link>
  );
}
