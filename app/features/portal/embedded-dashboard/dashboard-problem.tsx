import { ExternalLink, TriangleAlert, X } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { DASHBOARD_TEXTS } from "./dashboard-messages.ts";

type Props = { url: string; onRetry: () => void; onDismiss: () => void };

/** Over the frame when the page cannot be shown, or does not look as if it could (spec §2, §5, §8). */
export function DashboardProblem({ url, onRetry, onDismiss }: Props) {
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center overflow-y-auto bg-surface p-6">
      <IconButton label="Dismiss" onClick={onDismiss} className="absolute top-3 right-3" side="left">
        <X aria-hidden="true" />
      </IconButton>
      <div className="grid max-w-[44ch] justify-items-center gap-1 text-center text-13 text-ink-2">
        <span className="mb-2 grid size-10 place-items-center rounded-full bg-bad-bg text-bad-fg">
          <TriangleAlert size={20} strokeWidth={1.6} aria-hidden="true" />
        </span>
        <h3 className="font-semibold text-base text-ink">{DASHBOARD_TEXTS.problem}</h3>
        <p className="text-ink text-sm">{DASHBOARD_TEXTS.frameFailed}</p>
        <p className="text-balance">
          Its address may be wrong, or the page may no longer be shared to the web. Your data in Notion is not affected.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
          <Button asChild>
            <a href={url} target="_blank" rel="noopener noreferrer">
              Open Direct Link
              <ExternalLink aria-hidden="true" />
            </a>
          </Button>
        </div>
      </div>
    </div>
  );
}
