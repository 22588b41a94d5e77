import { X } from "lucide-react";
import { filterParts } from "./filter-sentence.ts";
import type { FilterGroup } from "./lead-filter.ts";
import { useFilterChoices } from "./use-filter-choices.ts";

type Props = { filter: FilterGroup; onChange: (filter: FilterGroup) => void };

/** The filter as chips that can be taken off one by one, on a line of their own: the controls above stay where they are. */
export function FilterChips({ filter, onChange }: Props) {
  const { nameOf } = useFilterChoices();
  const parts = filterParts(filter, nameOf);
  if (parts.length === 0) return null;
  const without = (places: number[]) => ({ ...filter, rules: filter.rules.filter((_, at) => !places.includes(at)) });
  return (
    <ul aria-label="Filters" className="flex shrink-0 flex-wrap items-center gap-1.5 border-line border-b px-4 py-1.5">
      {parts.map(({ label, text, places }, at) => (
        <li key={`${label} ${text}`} className="flex min-w-0 items-center gap-1.5">
          {at > 0 && filter.op === "or" && <span className="text-ink-3 text-xs">or</span>}
          <span className="inline-flex min-h-7 min-w-0 items-stretch overflow-hidden rounded-ctl border border-line bg-surface text-xs phone:min-h-11">
            <span className="flex min-w-0 flex-wrap content-center gap-x-1 py-1 pl-2.5">
              {label && <span className="text-ink-2">{label}</span>}{" "}
              <span className="min-w-0 font-medium wrap-anywhere">{text}</span>
            </span>
            <button
              type="button"
              aria-label={`Remove the filter ${label} ${text}`.replaceAll("  ", " ")}
              className="hit relative ml-1 inline-grid w-7 shrink-0 cursor-pointer place-items-center text-ink-2 hover:bg-hover hover:text-ink phone:w-11"
              onClick={() => onChange(without(places))}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
