import { memo } from "react";
import { Checkbox } from "~/ui/checkbox.tsx";
import { ClockChip } from "~/ui/clock-chip.tsx";
import { cn } from "~/ui/cn.ts";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { formatWholeMoney } from "../../../../domain/money.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { NextStep } from "../lib/next-step.tsx";
import type { RowOptions } from "./leads-row.tsx";

type Props = { lead: LeadRow; options: RowOptions; index: number; selected: boolean; open: boolean };

/** A lead as a card with two lines, for phones. */
export const LeadCard = memo(function LeadCard({ lead, options, index, selected, open }: Props) {
  const name = leadName(lead);
  const stage = options.choices.stage?.find(({ value }) => value === lead.stage)?.label ?? lead.stage;
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualized rows cannot be table rows
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-lead={lead.id}
      className={cn(
        "flex h-[72px] items-center gap-1 border-line-soft border-b pr-4 pl-2 text-xs",
        (selected || open) && "bg-accent-tint shadow-[inset_2px_0_0_var(--accent)]",
      )}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      <div role="cell" className="relative z-1 grid size-11 place-items-center">
        <Checkbox
          label={`Select ${name}`}
          hideLabel
          checked={selected}
          onChange={() => options.onToggle(lead.id, false)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      <div role="cell" className="relative grid min-w-0 flex-1 grid-cols-1 gap-1.5">
        <p className="flex items-center gap-2">
          <a
            href={options.hrefOf(lead.id)}
            data-name
            onClick={(event) => options.onOpen(lead, event)}
            className="min-w-0 flex-1 truncate font-medium text-ink text-sm no-underline after:absolute after:inset-0"
          >
            {name}
          </a>
          {lead.clock && <ClockChip clock={lead.clock} />}
          {lead.value_cents !== null && (
            <span className="num whitespace-nowrap">
              {formatWholeMoney({ amount: lead.value_cents, currency: options.currency })}
            </span>
          )}
        </p>
        <p className="flex items-center gap-1.5 text-ink-3">
          <StageIcon stage={lead.stage} />
          <span className="min-w-0 flex-1 truncate">
            {stage}
            {lead.company && ` · ${lead.company}`}
          </span>
          <NextStep lead={lead} now={options.now} />
        </p>
      </div>
    </div>
  );
});
