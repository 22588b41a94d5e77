import { lazy, type ReactNode, Suspense } from "react";
import { useNavigate } from "react-router";
import { AdminShell } from "~/features/portal/shell/admin-shell.tsx";
import type { GuardResult } from "~/shared/require-access.ts";

// It opens by a shortcut or click, so it does not load with the page.
const CommandPalette = lazy(async () => ({
  default: (await import("~/features/crm/palette/command-palette.tsx")).CommandPalette,
}));

type Props = Pick<GuardResult, "user"> & { children: ReactNode };

/** The admin's frame: its shell, and the search that the CRM has, too. Admins' settings and help have it as well. */
export function AdminFrame({ user, children }: Props) {
  const navigate = useNavigate();
  return (
    <AdminShell
      user={user}
      search={(onClose) => (
        <Suspense>
          <CommandPalette isAdmin onClose={onClose} onOpenLead={(id) => void navigate(`/crm/leads/${id}`)} />
        </Suspense>
      )}
    >
      {children}
    </AdminShell>
  );
}
