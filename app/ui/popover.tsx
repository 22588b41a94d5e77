import { Popover as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverClose = Radix.Close;

/** Whether Escape closes the list of a combobox. Layers around it stay open then, because each Escape leaves one level. */
export function closesOwnList({ target }: { target: EventTarget | null }): boolean {
  return target instanceof HTMLElement && target.matches("[role=combobox][aria-expanded=true]");
}

/** A raised panel beside its button, for a few controls. Give it an aria-label. */
export function PopoverContent({ className, align = "start", ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal container={typeof document === "undefined" ? undefined : document.querySelector("main")}>
      <Radix.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        onEscapeKeyDown={(event) => closesOwnList(event) && event.preventDefault()}
        className={cn(
          "on-raised z-30 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card bg-raised p-3 text-13 text-ink shadow-pop outline-none forced:border",
          "data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in",
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
