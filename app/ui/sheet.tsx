import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";
import { overlayClasses } from "./dialog.tsx";
import { type ReturnsTo, useReturnFocus } from "./use-return-focus.ts";

/** A drawer beside the page. On a phone it opens from the bottom, except navigation, which stays left. */
export const Sheet = Radix.Root;
export const SheetTrigger = Radix.Trigger;
export const SheetClose = Radix.Close;

const BASE = [
  "on-raised fixed z-50 flex flex-col overflow-hidden bg-raised text-ink shadow-pop outline-none forced:border",
  "data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in",
].join(" ");

const SIDES = {
  right: [
    "inset-y-2 right-2 w-[min(var(--drawer),calc(100vw-1rem))] rounded-xl [--from-x:24px]",
    "phone:inset-x-0 phone:top-auto phone:bottom-0 phone:h-[min(90dvh,calc(100dvh-5.5rem-env(safe-area-inset-top)))] phone:w-full phone:rounded-t-sheet phone:rounded-b-none phone:[--from-x:0px] phone:[--from-y:24px]",
  ].join(" "),
  left: "inset-y-0 left-0 w-(--sidebar-phone) max-w-[calc(100vw-3rem)] [--from-x:-24px]",
};

type Props = ComponentProps<typeof Radix.Content> & { side?: keyof typeof SIDES; returnsTo?: ReturnsTo };

/** Contains a SheetHeader with a SheetTitle, a SheetBody that scrolls, and optionally a SheetFooter. */
export function SheetContent(props: Props) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayClasses} />
      <SheetPanel {...props} />
    </Radix.Portal>
  );
}

/** Mounted while the sheet is open. */
function SheetPanel({
  side = "right",
  className,
  onOpenAutoFocus = focusFirstField,
  onCloseAutoFocus,
  returnsTo,
  ...props
}: Props) {
  const focus = useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus, returnsTo });
  return <Radix.Content data-sheet={side} className={cn(BASE, SIDES[side], className)} {...focus} {...props} />;
}

/** A form in a sheet begins at its first field, not at Close. */
function focusFirstField(event: Event): void {
  const field = (event.currentTarget as HTMLElement | null)?.querySelector<HTMLElement>(
    "form :is(input, textarea, select):not([type=hidden], [readonly], :disabled)",
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** The title row, with Close at its end. */
export function SheetHeader({ className, children, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn(
        "flex min-h-12 shrink-0 items-center gap-2 border-line border-b py-1 pr-2 pl-5 phone:min-h-14",
        className,
      )}
      {...props}
    >
      <div className="min-w-0 flex-1">{children}</div>
      <Radix.Close asChild>
        <Button variant="ghost" size="icon" aria-label="Close">
          <X aria-hidden="true" />
        </Button>
      </Radix.Close>
    </div>
  );
}

export function SheetTitle({ className, ...props }: ComponentProps<typeof Radix.Title>) {
  return (
    <Radix.Title className={cn("truncate font-display font-semibold text-base tracking-tight", className)} {...props} />
  );
}

export function SheetDescription({ className, ...props }: ComponentProps<typeof Radix.Description>) {
  return <Radix.Description className={cn("text-13 text-ink-3", className)} {...props} />;
}

export function SheetBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain p-5", className)} {...props} />;
}

export function SheetFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn(
        "flex shrink-0 flex-wrap justify-end gap-2 border-line border-t px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]",
        className,
      )}
      {...props}
    />
  );
}
