import { useId } from "react";
import { cn } from "~/ui/cn.ts";
import { LEAD_LABELS } from "../../../../domain/lead-fields.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import type { MergeField } from "./merge-fields.ts";
import type { Lead, Side } from "./merge-leads.ts";

type Props = {
  pair: [Lead, Lead];
  fields: MergeField[];
  sideOf: (field: MergeField) => Side;
  show: (field: MergeField, value: unknown) => string;
  onChoose: (field: MergeField, side: Side) => void;
};

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const minute = new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" });

/** One line for each field that differs: two radios, so that arrows choose; what is not taken is crossed out. */
export function CompareTable({ pair, fields, sideOf, show, onChoose }: Props) {
  const id = useId();
  const [keep, other] = pair;
  const tags = [...new Set([...keep.tags, ...other.tags])];
  return (
    <div className="grid gap-0 text-13">
      <div className={cn(LINE, "items-start border-line border-b pb-2")}>
        <span className="phone:hidden" />
        {pair.map((lead, at) => (
          <p key={lead.id} className="min-w-0">
            <span className={cn("block font-medium", at === 1 && "text-ink-2")}>
              {at === 0 ? "Stays" : "Goes into it"}, since {sinceText(lead, pair)}
            </span>
            <span className="wrap-anywhere line-clamp-3 text-ink-3">{leadName(lead)}</span>
          </p>
        ))}
      </div>
      {fields.length === 0 && <p className="py-4 text-ink-3">They say the same everywhere.</p>}
      {fields.map((field) => (
        <fieldset key={field} className={cn(LINE, "border-line-soft border-b py-1")}>
          <legend className="sr-only">{LEAD_LABELS[field]}</legend>
          <span aria-hidden="true" className="text-ink-3 phone:col-span-2 phone:text-xs">
            {LEAD_LABELS[field]}
          </span>
          {(["keep", "other"] as const).map((side) => (
            <label
              key={side}
              className={cn(
                "flex min-h-8 min-w-0 cursor-pointer items-center gap-2 rounded-ctl border px-2 py-1 hover:bg-hover phone:min-h-11",
                "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
                sideOf(field) === side ? "border-ink bg-surface" : "border-transparent text-ink-3",
              )}
            >
              <input
                type="radio"
                name={`${id}-${field}`}
                checked={sideOf(field) === side}
                onChange={() => onChoose(field, side)}
                className="size-4 shrink-0 accent-(--ink)"
              />
              <span className="wrap-anywhere line-clamp-3 min-w-0">
                {show(field, pair[side === "keep" ? 0 : 1][field])}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {tags.length > 0 && <p className="pt-3 text-ink-2">Tags of both: {tags.join(", ")}</p>}
    </div>
  );
}

/** The day, and of two that came on the same one the time. */
function sinceText({ created_at }: Lead, pair: [Lead, Lead]): string {
  const [one, other] = pair.map((lead) => day.format(new Date(lead.created_at)));
  const at = new Date(created_at);
  return one === other ? `${day.format(at)}, ${minute.format(at)}` : day.format(at);
}

const LINE = "grid grid-cols-[110px_minmax(0,1fr)_minmax(0,1fr)] items-center gap-2 phone:grid-cols-2";
