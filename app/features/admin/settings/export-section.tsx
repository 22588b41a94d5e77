import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { downloadFile } from "~/shared/download-file.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Progress } from "~/ui/progress.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { localToday } from "../../../../domain/zoned-time.ts";
import { type ExportProgress, exportData } from "./export-data.ts";

/** Downloads the data of all accounts as one JSON file, with progress and Cancel. */
export function ExportSection() {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const download = useAction({
    action: async () => {
      running.current = new AbortController();
      setProgress({ table: "", rows: 0, total: 0 });
      const { signal } = running.current;
      const file = await exportData({ signal, onProgress: setProgress }).finally(() => setProgress(null));
      downloadFile(`upfunnel-export-${localToday()}.json`, file.type, file);
    },
    successMessage: "Export ready",
    errorMessage: "Export stopped",
    explain: problemOf,
    handleError: () => running.current?.signal.aborted ?? false,
  });
  return (
    <SettingsCard
      title="Data export"
      text="Download the data of your agency and all client accounts as one JSON file: people, accounts, leads with their history, calls, dashboards, requests, invoices, payments, retainers, pages with their drafts and versions, settings and the audit log. It doesn't include passwords, secret links, email texts or uploaded files."
    >
      {progress ? (
        <div className="grid gap-4">
          <Progress
            label={progress.table ? `Reading ${progress.table.replaceAll("_", " ")}` : "Counting"}
            {...(progress.total > 0 && {
              value: progress.rows,
              max: progress.total,
              text: `${formatCount(progress.rows)} of ${formatCount(progress.total)} rows`,
            })}
          />
          <Button className="justify-self-start phone:w-full" onClick={() => running.current?.abort()}>
            Cancel export
          </Button>
        </div>
      ) : (
        <Button variant="primary" className="phone:w-full" onClick={() => void download.run()}>
          <Download aria-hidden="true" />
          Export all data
        </Button>
      )}
    </SettingsCard>
  );
}

function problemOf(error: unknown): string {
  const offline = error instanceof ServiceError && error.kind === "offline";
  return offline
    ? "Export stopped: we can't reach the server. Please try again."
    : "Export stopped. No file was saved. Please try again.";
}
