import { cn } from "~/ui/cn.ts";
import { DASHBOARD_TEMPLATES } from "./dashboard-templates.ts";

type Props = { title: string; onPick: (title: string) => void };

/** The four templates (spec §2): picking one fills the title, which stays free to change. */
export function TemplateChoice({ title, onPick }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-13">Template</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {DASHBOARD_TEMPLATES.map((template) => (
          <label
            key={template.name}
            className={cn(
              "grid min-h-14 cursor-pointer content-center gap-0.5 rounded-ctl border border-line px-3 py-2 hover:border-line-strong",
              "has-checked:border-ink has-checked:shadow-[inset_0_0_0_.5px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 forced:has-checked:border-[Highlight]",
            )}
          >
            <input
              type="radio"
              name="template"
              value={template.name}
              checked={template.title === title}
              onChange={() => onPick(template.title)}
              className="sr-only"
            />
            <span className="font-medium text-13">{template.title}</span>
            <span className="text-ink-3 text-xs">{template.description}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
