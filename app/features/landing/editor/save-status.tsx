import { Check, CloudOff, CloudUpload, TriangleAlert } from "lucide-react";
import { type Autosave, useSaves } from "./use-autosave.ts";

const STATES = {
  saved: { text: "Saved", Icon: Check, tone: "text-ink-3" },
  waiting: { text: "Saving…", Icon: CloudUpload, tone: "text-ink-3" },
  saving: { text: "Saving…", Icon: CloudUpload, tone: "text-ink-3" },
  offline: { text: "Offline, saved in this browser", Icon: CloudOff, tone: "text-warn-fg" },
  conflict: { text: "Not saved", Icon: TriangleAlert, tone: "text-bad-fg" },
  refused: { text: "Not saved", Icon: TriangleAlert, tone: "text-bad-fg" },
};

/** Whether the draft is saved. Screen readers announce changes. Nothing turns, because each frame of it would delay typing. */
export function SaveStatus({ save }: { save: Autosave }) {
  const { state } = useSaves(save);
  const { text, Icon, tone } = STATES[state.kind];
  return (
    <p role="status" className={`inline-flex items-center gap-1.5 whitespace-nowrap text-xs ${tone}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="md:max-lg:sr-only">{text}</span>
    </p>
  );
}
