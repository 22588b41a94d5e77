import { type ReactNode, useId } from "react";
import { Card } from "~/ui/card.tsx";

type Props = {
  title: string;
  text?: ReactNode;
  /** Extends the content to the edges of the card, for tables. */
  flush?: boolean;
  action?: ReactNode;
  children: ReactNode;
};

/** One setting: its name, description and controls. */
export function SettingsCard({ title, text, flush = false, action, children }: Props) {
  const id = useId();
  return (
    // An open list of suggestions may reach beyond the card.
    <Card
      role="region"
      aria-labelledby={id}
      className="overflow-hidden has-[[role=listbox]:not([hidden])]:overflow-visible"
    >
      <div className="flex items-start gap-3 px-5 pt-4 phone:flex-wrap phone:px-4">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="font-display font-semibold text-base tracking-tight">
            {title}
          </h2>
          {text && <p className="mt-0.5 max-w-[65ch] text-pretty text-13 text-ink-3">{text}</p>}
        </div>
        {action}
      </div>
      <div className={flush ? "pt-3" : "px-5 pt-4 pb-5 phone:px-4"}>{children}</div>
    </Card>
  );
}
