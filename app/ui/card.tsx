import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export function Card({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-card=""
      className={cn(
        "min-w-0 rounded-card border border-line bg-surface shadow-[inset_0_1px_0_var(--sheen)]",
        className,
      )}
      {...props}
    />
  );
}

/** For a card that may be in another one: there it has no frame of its own. */
export const FRAMELESS_IN_CARD = "in-data-card:rounded-none in-data-card:border-0 in-data-card:shadow-none";

/** 44 px with a title and the card's actions; 56 px on a phone. */
export function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn("flex min-h-11 items-center gap-2 border-line-soft border-b px-4 py-1.5 phone:min-h-14", className)}
      {...props}
    />
  );
}

type TitleProps = ComponentProps<"h2"> & { level?: 2 | 3 | 4 };

export function CardTitle({ level = 2, className, ...props }: TitleProps) {
  const Heading = `h${level}` as const;
  return <Heading className={cn("truncate font-semibold text-sm", className)} {...props} />;
}
