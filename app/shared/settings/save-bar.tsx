import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { Button } from "~/ui/button.tsx";

type Props = { label: string; dirty: boolean; busy: boolean; onDiscard: () => void };

/** Save and Discard below a form. It asks before the user leaves the page with unsaved changes. */
export function SaveBar({ label, dirty, busy, onDiscard }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      <Button type="submit" variant="primary" loading={busy} disabled={!dirty && !busy} className="phone:w-full">
        <span>{label}</span>
      </Button>
      {dirty && (
        <Button type="button" variant="ghost" disabled={busy} onClick={onDiscard} className="phone:w-full">
          Discard changes
        </Button>
      )}
      {dirty && <UnsavedChangesPrompt />}
    </div>
  );
}
