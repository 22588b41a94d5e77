import { useState } from "react";
import { toast } from "~/shared/toast.ts";
import { Sheet, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { loadDashboard } from "./change-dashboards.ts";
import { DashboardForm } from "./dashboard-form.tsx";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import type { ClientDashboard } from "./search-dashboards.ts";

type Props = { dashboard: ClientDashboard | null; onClose: () => void };

/** Add or edit, beside the table; on a phone from the bottom. Mount it to open it. */
export function DashboardSheet({ dashboard, onClose }: Props) {
  const [current, setCurrent] = useState(dashboard);
  const reload = async () => {
    if (!current) return;
    try {
      const fresh = await loadDashboard(current);
      if (fresh) return setCurrent(fresh);
      toast.error(MANAGE_TEXTS.updateFailed, { description: "Somebody deleted this dashboard in the meantime." });
      onClose();
    } catch {
      toast.error(MANAGE_TEXTS.loadFailed);
    }
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader>
          <SheetTitle>{current ? `Edit ${current.business_name}` : "Add Dashboard"}</SheetTitle>
        </SheetHeader>
        {/* New values are a new form. */}
        <DashboardForm
          key={current?.updated_at ?? "new"}
          dashboard={current}
          onDone={onClose}
          onReload={() => void reload()}
        />
      </SheetContent>
    </Sheet>
  );
}
