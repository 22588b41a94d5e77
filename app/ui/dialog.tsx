import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, useRef } from "react";
import { cn } from "./cn.ts";

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

/** What lies behind everything that asks for an answer. */
export const overlayClasses =
  "fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in";

/** A raised pane in the middle; on a phone it stands at the bottom, where the thumb is. */
export const dialogClasses = [
  "on-raised fixed z-50 grid gap-4 overflow-y-auto overscroll-contain bg-raised p-5 text-ink shadow-pop outline-none forced:border",
  "top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[440px] -translate-x-1/2 -translate-y-1/2 rounded-xl",
  "phone:inset-x-0 phone:top-auto phone:bottom-0 phone:max-h-[90dvh] phone:w-full phone:max-w-none phone:translate-x-0 phone:translate-y-0",
  "phone:rounded-t-sheet phone:rounded-b-none phone:pb-[max(1.25rem,env(safe-area-inset-bottom))] phone:[--from-y:24px]",
  "data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in phone:data-[state=closed]:animate-sheet-out phone:data-[state=open]:animate-sheet-in",
].join(" ");

/** Holds a DialogTitle, usually a DialogDescription, and a DialogFooter with a way out. */
export function DialogContent({ className, onOpenAutoFocus, ...props }: ComponentProps<typeof Radix.Content>) {
  const before = useRef<Element | null>(null);
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayClasses} />
      <Radix.Content
        className={cn(dialogClasses, className)}
        onOpenAutoFocus={(event) => {
          before.current = document.activeElement;
          onOpenAutoFocus?.(event);
        }}
        // A key opened many of them, and no button that Radix knows: the focus goes back to where it was.
        onCloseAutoFocus={(event) => {
          if (!(before.current instanceof HTMLElement) || !before.current.isConnected) return;
          event.preventDefault();
          before.current.focus({ preventScroll: true });
        }}
        {...props}
      />
    </Radix.Portal>
  );
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Radix.Title>) {
  return <Radix.Title className={cn("font-display font-semibold text-lg tracking-tight", className)} {...props} />;
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof Radix.Description>) {
  return <Radix.Description className={cn("-mt-2.5 text-ink-2 text-sm", className)} {...props} />;
}

/** The answers, the one that goes on last; on a phone under each other, that one on top. */
export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn("mt-1 flex flex-wrap justify-end gap-2 phone:flex-col-reverse phone:[&>button]:w-full", className)}
      {...props}
    />
  );
}
