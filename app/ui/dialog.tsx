import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, useCallback } from "react";
import { cn } from "./cn.ts";
import { showsAlerts } from "./shows-alerts.ts";
import { unbroken } from "./unbroken.tsx";
import { useReturnFocus } from "./use-return-focus.ts";

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

/** The overlay behind dialogs. A second dialog also covers the first, so both have the level of a dialog and the later one is on top. */
export const overlayClasses =
  "fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in";

/** A raised panel in the center. On a phone, it is at the bottom, within reach of the thumb. */
export const dialogClasses = [
  "on-raised fixed z-50 grid scroll-pb-20 gap-4 overflow-y-auto overscroll-contain bg-raised px-5 pb-5 text-ink shadow-pop outline-none forced:border",
  "top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[440px] -translate-x-1/2 -translate-y-1/2 rounded-xl",
  "phone:scroll-pb-36 phone:inset-x-0 phone:top-auto phone:bottom-0 phone:max-h-[min(90dvh,calc(100dvh-5.5rem-env(safe-area-inset-top)))] phone:w-full phone:max-w-none phone:translate-x-0 phone:translate-y-0",
  "phone:rounded-t-sheet phone:rounded-b-none phone:pb-[max(1.25rem,env(safe-area-inset-bottom))] phone:[--from-y:24px]",
  // The space above the title stays, so that what scrolls out of sight fades before the round corners would cut it. It is in a row
  // before the first, so the rows that a dialog declares are those of its content.
  "before:pointer-events-none before:[grid-area:span_1/1/1/-1] before:sticky before:top-0 before:z-1 before:-mx-5 before:-mb-4 before:h-5 before:bg-linear-to-b before:from-70% before:from-raised before:to-transparent",
  "data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in phone:data-[state=closed]:animate-sheet-out phone:data-[state=open]:animate-sheet-in",
].join(" ");

/** Contains a DialogTitle, usually a DialogDescription, and a DialogFooter with a way to close. */
export function DialogContent(props: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayClasses} />
      <DialogPanel {...props} />
    </Radix.Portal>
  );
}

/** Mounted while the dialog is open. */
function DialogPanel({
  ref,
  className,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...props
}: ComponentProps<typeof Radix.Content>) {
  const focus = useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus });
  const panel = useCallback(
    (element: HTMLDivElement | null) => {
      const stop = showsAlerts(element);
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
      return stop;
    },
    [ref],
  );
  return <Radix.Content ref={panel} className={cn(dialogClasses, className)} {...focus} {...props} />;
}

export function DialogTitle({ className, children, ...props }: ComponentProps<typeof Radix.Title>) {
  return (
    <Radix.Title
      className={cn("wrap-anywhere font-display font-semibold text-lg tracking-tight", className)}
      {...props}
    >
      {props.asChild ? children : unbroken(children)}
    </Radix.Title>
  );
}

export function DialogDescription({ className, children, ...props }: ComponentProps<typeof Radix.Description>) {
  return (
    <Radix.Description className={cn("-mt-2.5 wrap-anywhere text-ink-2 text-sm", className)} {...props}>
      {props.asChild ? children : unbroken(children)}
    </Radix.Description>
  );
}

/**
 * The buttons, with the main one last. On a phone they stack, with the main one on top. They stay in sight while a long dialog
 * scrolls below them.
 */
export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-dialog-footer=""
      className={cn(
        "sticky -bottom-5 z-1 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 bg-raised px-5 pt-1 pb-5 phone:flex-col-reverse phone:[&>button]:w-full",
        "before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-raised before:to-transparent",
        className,
      )}
      {...props}
    />
  );
}
