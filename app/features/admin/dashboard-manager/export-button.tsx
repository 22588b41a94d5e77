import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import { exportDashboards } from "./export-dashboards.ts";

/** Downloads all dashboards, not only the shown page. */
export function ExportButton() {
  const download = useMutation({
    mutationFn: exportDashboards,
    onSuccess: (count) =>
      toast.success(MANAGE_TEXTS.exported, { description: `${count.toLocaleString("en")} in the file` }),
    onError: () => toast.error(MANAGE_TEXTS.loadFailed, { description: "Nothing was exported. Try again." }),
  });
  return (
    <Button loading={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden="true" />
      <span>Export</span>
    </Button>
  );
}
