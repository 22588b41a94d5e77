import { Tooltip as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

type Props = {
  /** What it says; a short name or a sentence, never anything to act on. */
  label: ReactNode;
  /** The control that it belongs to. */
  children: ReactNode;
  open?: boolean;
} & Pick<ComponentProps<typeof Radix.Content>, "side" | "align" | "className">;

/** Says what a control is, on hover and on focus. Touch has no hover: nothing may be said here only. */
export function Tooltip({ label, children, open, side = "bottom", align = "center", className }: Props) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root open={open}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            // Read as the description of its control; by itself it is outside of every landmark.
            aria-hidden="true"
            className={cn(
              "on-raised z-50 max-w-64 animate-fade-in rounded-ctl bg-raised px-2.5 py-1.5 text-ink text-xs shadow-pop forced:border",
              className,
            )}
          >
            {label}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
