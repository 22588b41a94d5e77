import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "~/ui/cn.ts";

type Props = {
  down: boolean;
  good: boolean;
  text: string;
  /** The text is both counts and not the difference. */
  isCounts?: boolean;
};

/** Up or down, and whether that is good: an arrow, a colour, and words for who sees neither. */
export function ChangeText({ down, good, text, isCounts }: Props) {
  const Arrow = down ? ArrowDown : ArrowUp;
  return (
    <span className={cn("num whitespace-nowrap", good ? "text-ok-fg" : "text-bad-fg")}>
      <Arrow aria-hidden="true" className="mb-0.5 inline size-3" />
      <span className="sr-only">{`${down ? "down" : "up"}${isCounts ? ":" : " by"}`}</span> {text}
    </span>
  );
}
