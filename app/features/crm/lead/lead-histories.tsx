import { useQuery } from "@tanstack/react-query";
import { clockNow } from "~/ui/clock-ticker.ts";
import { formatDuration } from "../../../../domain/format-duration.ts";
import { useStages } from "../lib/api.ts";

import type { LeadDetail, Touch } from "../lib/lead-types.ts";
import { stageMediansQuery } from "./api.ts";
import { DescriptionList, LeadSection } from "./section.tsx";

/** The marketing attribution: first and last touch, with the address of the page that they came to. */
export function Attribution({ lead, className }: { lead: LeadDetail; className?: string }) {
  const { first_touch: first, last_touch: last } = lead;
  return (
    <LeadSection title="Attribution" className={className}>
      {!first && !last ? (
        <p className="text-13 text-ink-3">No attribution data.</p>
      ) : (
        <DescriptionList className="@min-[480px]/lead:@max-[679px]/lead:grid-cols-[92px_minmax(0,1fr)_92px_minmax(0,1fr)]">
          <Line name="First touch" value={attributionText(first)} />
          <Line name="Campaign" value={first?.utm_campaign} mono />
          <Line name="Last touch" value={attributionText(last)} />
          <Line name="Campaign" value={last?.utm_campaign} mono />
          <Line name="Medium" value={last?.utm_medium ?? first?.utm_medium} mono />
          <Line name="Term" value={last?.utm_term ?? first?.utm_term} mono />
          <Line name="Content" value={last?.utm_content ?? first?.utm_content} mono />
          <Line name="Traffic" value={last?.traffic_type ?? first?.traffic_type} mono />
          <Line name="Referrer" value={last?.referrer ?? first?.referrer} mono />
          <Line name="Landed on" value={addressOf(last) ?? addressOf(first)} mono />
        </DescriptionList>
      )}
    </LeadSection>
  );
}

function Line({ name, value, mono }: { name: string; value: string | null | undefined; mono?: boolean }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? "break-all font-mono text-xs/[18px]" : undefined}>{value}</dd>
    </div>
  );
}

function attributionText(touch: Touch | null): string | null {
  if (!touch) return null;
  const source = touch.utm_source ?? (touch.referrer ? hostOf(touch.referrer) : "Direct");
  return [source, touch.traffic_type === "paid_ads" && "paid"].filter(Boolean).join(", ");
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : address;
}

function addressOf(touch: Touch | null): string | null {
  return touch?.address ?? touch?.page ?? null;
}

/** The time that the lead stayed in each stage, next to the median. */
export function StageHistory({ lead, className }: { lead: LeadDetail; className?: string }) {
  const { labelOf } = useStages();
  const { data: medians = {} } = useQuery(stageMediansQuery);
  const now = (clockNow() - Date.parse(lead.stage_entered_at)) / 1_000;
  const closed = lead.stage === "won" || lead.stage === "lost";
  return (
    <LeadSection title="Stage history" className={className}>
      <DescriptionList>
        {lead.stage_history.map(({ stage, seconds, left_at }) => (
          <StageLine key={left_at} label={labelOf(stage)} seconds={seconds} median={medians[stage]} />
        ))}
        <StageLine
          label={labelOf(lead.stage)}
          seconds={closed ? null : now}
          median={closed ? undefined : medians[lead.stage]}
        />
      </DescriptionList>
    </LeadSection>
  );
}

function StageLine({ label, seconds, median }: { label: string; seconds: number | null; median: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="num">{seconds === null ? "–" : formatDuration(seconds)}</span>{" "}
        {median !== undefined && (
          <span className="inline-block text-balance text-ink-3 text-xs">(team median {formatDuration(median)})</span>
        )}
      </dd>
    </div>
  );
}
