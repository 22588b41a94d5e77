import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ServiceError } from "~/shared/service-error.ts";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Progress } from "~/ui/progress.tsx";
import { dayOf } from "./end-of-day.ts";
import { type ExportProgress, exportData } from "./export-data.ts";

const figures = new Intl.NumberFormat("en");

/** Everything that an admin may read, as one JSON file, with progress and a way to stop. */
export function ExportSection() {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ table: "", rows: 0, total: 0 });
    try {
      const file = await exportData({ signal: controller.signal, onProgress: setProgress });
      save(file, `upfunnel-export-${dayOf(new Date())}.json`);
      toast.success("Your export is ready.");
    } catch (error) {
      if (!controller.signal.aborted) toast.error(textFor(error));
    }
    setProgress(null);
  };
  return (
    <SettingsCard
      title="Data export"
      text="People, leads with their history, dashboards, requests, invoices, payments, retainers, pages, settings and the audit log, as one JSON file. Passwords and the texts of e-mails are not in it."
    >
      {progress ? (
        <div className="grid gap-4">
          <Progress
            label={progress.table ? `Reading ${progress.table.replaceAll("_", " ")}` : "Counting"}
            {...(progress.total > 0 && {
              value: progress.rows,
              max: progress.total,
              text: `${figures.format(progress.rows)} of ${figures.format(progress.total)} rows`,
            })}
          />
          <Button className="justify-self-start phone:w-full" onClick={() => running.current?.abort()}>
            Cancel export
          </Button>
        </div>
      ) : (
        <Button variant="primary" className="phone:w-full" onClick={() => void start()}>
          <Download aria-hidden="true" />
          Export all data
        </Button>
      )}
    </SettingsCard>
  );
}

function textFor(error: unknown): string {
  const offline = error instanceof ServiceError && error.kind === "offline";
  return offline
    ? "The export stopped: we can't reach the server. Please try again."
    : "The export stopped. Nothing was saved. Please try again.";
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
