import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "./cn.ts";

/** The button styles. Links that look like buttons use them, too. At most one primary is in view. */
export const buttonVariants = cva(
  [
    "hit relative inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-1.5 rounded-ctl border border-transparent",
    "whitespace-nowrap font-medium text-13 no-underline",
    "disabled:cursor-default disabled:border-transparent disabled:bg-mute-bg disabled:bg-none disabled:text-ink-4 disabled:shadow-none",
    "aria-busy:cursor-progress [&_svg]:pointer-events-none [&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: "bg-accent font-semibold text-on-accent hover:bg-accent-hover active:bg-accent-press",
        default:
          "border-line bg-surface text-ink shadow-[var(--shadow-card),inset_0_1px_0_var(--sheen)] hover:wash active:wash-press",
        ghost:
          "text-ink-2 hover:bg-hover hover:text-ink active:bg-press disabled:bg-transparent data-[state=open]:bg-hover",
        danger: "bg-bad-solid font-semibold text-on-bad hover:bg-bad-solid-hover",
      },
      size: {
        sm: "h-7 px-2.5 phone:h-11 phone:px-3",
        md: "h-8 px-3 phone:h-11 phone:px-4",
        lg: "h-10 px-4 text-sm phone:h-12",
        icon: "size-8 p-0 phone:size-11",
        "icon-sm": "size-7 p-0 phone:size-11",
      },
    },
    defaultVariants: { variant: "default", size: "md" },
  },
);

type Props = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    /** Renders its only child (a link, a menu trigger) with the button styles. */
    asChild?: boolean;
    /** A busy button keeps its size and focus, ignores clicks, and screen readers announce it. */
    loading?: boolean;
    icon?: ReactNode;
  };

export function Button({ variant, size, asChild, loading, icon, className, children, onClick, ...props }: Props) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild)
    return (
      <Slot.Root className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    );
  return (
    <>
      <button
        type="button"
        className={classes}
        aria-busy={loading || undefined}
        aria-disabled={loading || undefined}
        onClick={loading ? preventDefault : onClick}
        {...props}
      >
        {/* contents: the children stay flex items of the button */}
        <span className={cn("contents", loading && "[&>*]:opacity-0")}>
          {icon}
          {loading ? <span className="flex items-center gap-1.5 [&_svg]:size-4">{children}</span> : children}
        </span>
        {loading && (
          <LoaderCircle aria-hidden="true" className="absolute inset-0 m-auto animate-spin still:animate-none" />
        )}
      </button>
      {loading !== undefined && (
        <span role="status" className="sr-only">
          {loading ? "Working…" : ""}
        </span>
      )}
    </>
  );
}

/** A busy submit button must not submit again or propagate the event. */
function preventDefault(event: MouseEvent) {
  event.preventDefault();
}
