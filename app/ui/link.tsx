import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

type Props = ComponentProps<"a"> & {
  /** Renders a router link with these styles. */
  asChild?: boolean;
  /** For navigation beside text: the underline appears on hover. */
  subtle?: boolean;
};

/**
 * For the link or button of a row or card, which is `relative`: a click anywhere on the row counts, and the focus ring is around it.
 * Other controls of the row are above it with `relative z-1`.
 */
export const rowLinkClasses =
  "after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2";

/** A link in or beside text. A link that looks like a button is a Button with asChild. */
export function Link({ asChild, subtle, className, ...props }: Props) {
  const Element = asChild ? Slot.Root : "a";
  return (
    <Element
      className={cn(
        "rounded-xs underline-offset-[3px] hover:text-ink",
        subtle
          ? "text-ink-2 hover:underline hover:decoration-line-strong phone:inline-flex phone:min-h-11 phone:items-center"
          : "tap text-ink underline decoration-line-strong hover:decoration-current active:text-accent-ink",
        className,
      )}
      {...props}
    />
  );
}
