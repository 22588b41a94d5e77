import { cn } from "~/ui/cn.ts";

const STEPS = ["File", "Columns", "Check", "Import"];

/** Where one is on the way from a file to leads. */
export function Stepper({ at }: { at: number }) {
  return (
    <ol aria-label="Steps" className="ml-auto flex items-center gap-3 text-xs phone:hidden">
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={place === at ? "step" : undefined}
          className={cn("flex items-center gap-1.5", place === at ? "font-medium text-ink" : "text-ink-3")}
        >
          <span
            aria-hidden="true"
            className={cn(
              "num grid size-5 place-items-center rounded-full border border-line",
              place === at && "border-ink",
            )}
          >
            {place + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
