import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { LazyPalette } from "~/features/crm/palette/lazy-palette.tsx";
import { NotificationsMenu } from "~/features/crm/shell/notifications-menu.tsx";
import { AdminShell } from "~/features/portal/shell/admin-shell.tsx";
import type { GuardResult } from "~/shared/require-access.ts";

type Props = Pick<GuardResult, "user"> & { children: ReactNode };

/** The admin's frame: its shell, and the search that the CRM has, too. Admins' settings and help have it as well. */
export function AdminFrame({ user, children }: Props) {
  const navigate = useNavigate();
  return (
    <AdminShell
      user={user}
      notifications={<NotificationsMenu onOpenLead={(id) => void navigate(`/crm/leads/${id}`)} />}
      search={(onClose) => (
        <LazyPalette isAdmin onClose={onClose} onOpenLead={(id) => void navigate(`/crm/leads/${id}`)} />
      )}
    >
      {children}
    </AdminShell>
  );
}
