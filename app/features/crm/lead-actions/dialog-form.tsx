import { type FormEvent, type ReactNode, useRef } from "react";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { FieldError } from "~/ui/field.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";

type Props = {
  title: string;
  confirmLabel: string;
  /** What is hard to undo is red. */
  confirmVariant?: "primary" | "danger";
  busy: boolean;
  problem: string | null;
  /** The choice that the main button confirms, if it may be out of sight. It appears beside the buttons. */
  choice?: string | undefined;
  onSubmit: () => void;
  /** Replaces the Cancel button. */
  secondaryAction?: ReactNode;
  children: ReactNode;
};

/**
 * The form of a dialog, with its title, error message and buttons. ⌘↵ or Ctrl+Enter submits it from any field. The focus moves to
 * the first field that is missing or wrong.
 */
export function DialogForm(props: Props) {
  const { title, confirmLabel, confirmVariant = "primary", busy, problem, choice, onSubmit } = props;
  const { secondaryAction, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    onSubmit();
    focusInvalid();
  };
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit} onKeyDown={submitOnModEnter}>
      <DialogTitle className="pr-2">{title}</DialogTitle>
      {children}
      <div role="alert">
        <FieldError id={undefined}>{problem}</FieldError>
      </div>
      <DialogFooter>
        {/* On a phone the last one is on top. */}
        {choice && <p className="num mr-auto self-center font-medium text-13 phone:order-last phone:mr-0">{choice}</p>}
        {secondaryAction ?? (
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
        )}
        <Button type="submit" variant={confirmVariant} loading={busy}>
          {confirmLabel} <KeyCaps keys="mod+Enter" />
        </Button>
      </DialogFooter>
    </form>
  );
}
