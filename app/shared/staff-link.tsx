import type { ReactNode } from "react";
import { Link as RouterLink, useLocation } from "react-router";
import { cn } from "~/ui/cn.ts";
import { Link } from "~/ui/link.tsx";

type Props = { id: string; className?: string; children: ReactNode };

const PAGE = "/user-management";

/** The name of someone of the team, for admins. It opens their drawer in User Management, there over the same list. */
export function StaffLink({ id, className, children }: Props) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(pathname === PAGE ? search : "");
  params.set("person", id);
  return (
    <Link asChild className={cn("relative z-1 no-underline hover:underline hover:decoration-line-strong", className)}>
      <RouterLink to={`${PAGE}?${params}`} preventScrollReset={pathname === PAGE}>
        {children}
      </RouterLink>
    </Link>
  );
}
