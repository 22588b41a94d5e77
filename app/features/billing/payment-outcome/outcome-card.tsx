import { CircleAlert, CircleCheck, LoaderCircle, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { brand } from "~/content/brand.ts";
import { CenteredPage } from "~/shared/centered-page.tsx";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";

const VARIANTS = {
  working: { Icon: LoaderCircle, classes: "bg-mute-bg text-ink-2 [&_svg]:animate-spin still:[&_svg]:animate-none" },
  good: { Icon: CircleCheck, classes: "bg-ok-bg text-ok-fg" },
  bad: { Icon: CircleAlert, classes: "bg-bad-bg text-bad-fg" },
  plain: { Icon: Undo2, classes: "bg-mute-bg text-ink-2" },
};

type Props = {
  variant: keyof typeof VARIANTS;
  title: string;
  text: ReactNode;
  children?: ReactNode;
  /** What to do next; the main one first. */
  actions?: ReactNode;
};

/**
 * What came of a payment, in a page of its own. The result is read out when it changes, and the focus goes to its title: what
 * held it before may be gone.
 */
export function OutcomeCard({ variant, title, text, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  const { Icon, classes } = VARIANTS[variant];
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    heading.current?.focus();
  }, [title]);
  return (
    <CenteredPage>
      <title>{`${title} · ${brand.name}`}</title>
      <Card className="grid gap-5 p-6">
        <span aria-hidden="true" className={cn("grid size-10 place-items-center rounded-full [&_svg]:size-5", classes)}>
          <Icon />
        </span>
        <div role="status" aria-busy={variant === "working"} className="grid gap-1.5">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-balance font-display font-semibold text-xl tracking-tighter outline-none"
          >
            {title}
          </h1>
          <div className="text-ink-2 text-sm">{text}</div>
        </div>
        {children}
        {actions && <div className="flex flex-wrap gap-2 phone:[&>:is(a,button)]:w-full">{actions}</div>}
      </Card>
    </CenteredPage>
  );
}
