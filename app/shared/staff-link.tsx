import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { cn } from "~/ui/cn.ts";
import { Link } from "~/ui/link.tsx";

type Props = { id: string; className?: string; children: ReactNode };

/** The name of someone of the team, for admins. It opens their drawer in User Management. */
export function StaffLink({ id, className, children }: Props) {
  return (
    <Link asChild className={cn("relative z-1 no-underline hover:underline hover:decoration-line-strong", className)}>
      <RouterLink to={`/user-management?person=${id}`}>{children}</RouterLink>
    </Link>
  );
}
