import type { ComponentProps } from "react";
import { Link } from "react-router";
import { cn } from "~/ui/cn.ts";

type Props = Omit<ComponentProps<"a">, "href"> & { to: string | null };

/** Links a figure to its leads. Without a URL it is plain text. */
export function FigureLink({ to, className, ...props }: Props) {
  if (to !== null) return <Link to={to} className={cn("tap", className)} {...props} />;
  const { "aria-label": label, children } = props;
  const plain = className?.replace(/(^| )hover:\S+/g, "");
  if (!label) return <span className={plain}>{children}</span>;
  return (
    // `relative` keeps the hidden text inside the scroll area.
    <span className={cn("relative", plain)}>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </span>
  );
}
