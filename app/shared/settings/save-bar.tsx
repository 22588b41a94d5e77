import { useState } from "react";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";

type Props = { label: string; dirty: boolean; busy: boolean; onDiscard: () => void };

/** Save and Discard below a form. It asks before the user leaves the page with unsaved changes. */
export function SaveBar({ label, dirty, busy, onDiscard }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      <SaveButton label={label} dirty={dirty} busy={busy} className="phone:w-full" />
      {dirty && (
        <Button type="button" variant="ghost" disabled={busy} onClick={onDiscard} className="phone:w-full">
          Discard changes
        </Button>
      )}
      {dirty && <UnsavedChangesPrompt />}
    </div>
  );
}

type ButtonProps = Omit<Props, "onDiscard"> & { className?: string };

/** Disabled until something changes. After saving it keeps the focus, which a disabled button would lose. */
export function SaveButton({ label, dirty, busy, className }: ButtonProps) {
  const [focused, setFocused] = useState(false);
  const idle = !dirty && !busy;
  return (
    <Button
      type="submit"
      variant="primary"
      loading={busy}
      disabled={idle && !focused}
      {...(idle && { "aria-disabled": true, onClick: (event) => event.preventDefault() })}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={cn(className, idle && IDLE)}
    >
      <span>{label}</span>
    </Button>
  );
}

/** Looks disabled. */
const IDLE = "cursor-default border-transparent bg-mute-bg bg-none text-ink-4 shadow-none hover:bg-mute-bg";
