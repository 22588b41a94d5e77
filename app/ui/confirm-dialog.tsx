import { AlertDialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Button, buttonVariants } from "./button.tsx";
import { DialogFooter, dialogClasses, overlayClasses } from "./dialog.tsx";
import { showsAlerts } from "./shows-alerts.ts";
import { unbroken } from "./unbroken.tsx";
import { useReturnFocus } from "./use-return-focus.ts";

type ConfirmDialogProps = {
  /** The button that opens it. Without one, `open` and `onClose` decide. */
  trigger?: ReactNode;
  open?: boolean;
  onClose?: () => void;
  title: ReactNode;
  description: ReactNode;
  /** More than a sentence, such as a list of what changes. */
  children?: ReactNode;
  cancelLabel?: string;
  /** Names the action, not OK: 'Delete dashboard'. Null when it isn't possible now, and the description says why. */
  confirmLabel: string | null;
  onConfirm: () => void;
  variant?: "danger" | "primary";
  /** Keeps the dialog open until its owner closes it. Without it, the dialog closes at once. */
  busy?: boolean;
  disabled?: boolean;
  /** Where the focus goes afterward, if not back to where it was. */
  onCloseAutoFocus?: ComponentProps<typeof Radix.Content>["onCloseAutoFocus"];
};

/** Asks before an action that is hard to undo. Focus starts on Cancel, and a click outside does nothing. */
export function ConfirmDialog({
  trigger,
  open,
  onClose,
  title,
  description,
  children,
  cancelLabel = "Cancel",
  confirmLabel,
  onConfirm,
  variant = "danger",
  busy,
  disabled,
  onCloseAutoFocus,
}: ConfirmDialogProps) {
  return (
    <Radix.Root {...(open !== undefined && { open })} onOpenChange={(next) => !next && onClose?.()}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <ConfirmPanel className={dialogClasses} onCloseAutoFocus={onCloseAutoFocus}>
          <Radix.Title className="wrap-anywhere font-display font-semibold text-lg tracking-tight">
            {unbroken(title)}
          </Radix.Title>
          <Radix.Description className="-mt-2.5 wrap-anywhere text-ink-2 text-sm">
            {unbroken(description)}
          </Radix.Description>
          {children}
          <DialogFooter>
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            {confirmLabel !== null &&
              (busy === undefined ? (
                <Radix.Action className={buttonVariants({ variant })} onClick={onConfirm}>
                  {confirmLabel}
                </Radix.Action>
              ) : (
                <Button variant={variant} loading={busy} disabled={disabled} onClick={onConfirm}>
                  <span>{confirmLabel}</span>
                </Button>
              ))}
          </DialogFooter>
        </ConfirmPanel>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Mounted while the question is open. */
function ConfirmPanel({ onCloseAutoFocus, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content ref={showsAlerts} {...useReturnFocus({ onCloseAutoFocus })} {...props} />;
}
