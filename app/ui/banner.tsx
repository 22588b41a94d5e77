import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";
import { unbroken } from "./unbroken.tsx";

const STYLES = {
  warn: { classes: "bg-warn-bg text-warn-fg", Icon: TriangleAlert },
  info: { classes: "bg-info-bg text-info-fg", Icon: Info },
  bad: { classes: "bg-bad-bg text-bad-fg", Icon: CircleAlert },
  ok: { classes: "bg-ok-bg text-ok-fg", Icon: CircleCheck },
};

type Props = Omit<ComponentProps<"div">, "title"> & {
  tone?: keyof typeof STYLES;
  title: ReactNode;
  icon?: ReactNode;
  /** One small button for the next step. */
  action?: ReactNode;
};

/** A message about the whole page that stays until the user resolves it. Use role="alert" when it appears later. */
export function Banner({ tone = "info", title, icon, action, className, children, ...props }: Props) {
  const { classes, Icon } = STYLES[tone];
  return (
    <div
      data-tone={tone}
      className={cn(
        "flex min-h-10 items-start gap-2.5 rounded-card border border-transparent py-1 pr-1.5 pl-3.5 text-13 phone:flex-wrap phone:pr-3.5 phone:pb-2.5",
        !action && "pr-3.5",
        classes,
        className,
      )}
      {...props}
    >
      <span className="flex h-[30px] shrink-0 items-center [&_svg]:size-4">{icon ?? <Icon aria-hidden="true" />}</span>
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-medium">{unbroken(title)}</p>
        {children && <div className="mt-0.5 text-ink-2">{unbroken(children)}</div>}
      </div>
      {action && <div className="shrink-0 self-center phone:w-full phone:[&>:not(.sr-only)]:w-full">{action}</div>}
    </div>
  );
}
