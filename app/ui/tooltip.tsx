import { autoUpdate, flip, offset, type Placement, shift, useFloating } from "@floating-ui/react-dom";
import { Slot } from "radix-ui";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { cn } from "./cn.ts";
import { useTooltipTrigger } from "./use-tooltip-trigger.ts";

type TooltipProps = {
  /** A short name or sentence, without anything interactive. */
  label: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
};

type Props = TooltipProps & {
  /** The control that the tooltip describes. */
  children: ReactNode;
};

/**
 * Describes a control on hover and focus. Touch has no hover, so nothing may appear only here. A table has a hundred tooltips, so
 * a hidden one costs only its listeners (docs/decisions/0010).
 */
export function Tooltip({ label, children, side, className }: Props) {
  const [control, setControl] = useState<HTMLElement | null>(null);
  const { shown, handlers } = useTooltipTrigger();
  return (
    <>
      <Slot.Root ref={setControl} {...handlers}>
        {children}
      </Slot.Root>
      {shown && control && <TooltipPopup label={label} side={side} className={className} control={control} />}
    </>
  );
}

function TooltipPopup({ label, side = "bottom", className, control }: TooltipProps & { control: HTMLElement }) {
  const { refs, floatingStyles } = useFloating({
    placement: side satisfies Placement,
    strategy: "fixed",
    middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
    elements: { reference: control },
  });
  return createPortal(
    // It is read as the name of its control. On its own, it would be outside every landmark.
    <div
      ref={refs.setFloating}
      style={floatingStyles}
      aria-hidden="true"
      className={cn(
        "on-raised pointer-events-none z-50 max-w-64 animate-fade-in rounded-ctl bg-raised px-2.5 py-1.5 text-ink text-xs shadow-pop forced:border",
        className,
      )}
    >
      {label}
    </div>,
    document.body,
  );
}
