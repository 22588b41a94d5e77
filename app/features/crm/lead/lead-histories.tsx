import { useQuery } from "@tanstack/react-query";
import { clockNow } from "~/ui/clock-ticker.ts";
import { formatDuration } from "../../../../domain/format-duration.ts";
import { trafficText } from "../../../../domain/traffic-type.ts";
import { useStages } from "../lib/api.ts";

import type { LeadDetail, Touch } from "../lib/lead-types.ts";
import { stageMediansQuery } from "./api.ts";
import { DescriptionList, LeadSection } from "./section.tsx";

/** The marketing attribution: first and last touch, each with what is known of it. One that is both is shown once. */
export function Attribution({ lead, className }: { lead: LeadDetail; className?: string }) {
  const { first_touch: first, last_touch: last } = lead;
  const isOne = !first || !last || areSame(first, last);
  return (
    <LeadSection title="Attribution" className={className}>
      {!first && !last ? (
        <p className="text-13 text-ink-3">No attribution data.</p>
      ) : (
        <DescriptionList>
          {isOne ? (
            <TouchLines
              name={!last ? "First touch" : first ? "First and last touch" : "Last touch"}
              touch={first ?? last}
            />
          ) : (
            <>
              <TouchLines name="First touch" touch={first} />
              <TouchLines name="Last touch" touch={last} />
            </>
          )}
        </DescriptionList>
      )}
    </LeadSection>
  );
}

/** What is known of a touch, as name and value. */
const factsOf = (touch: Touch | null): [name: string, value: string][] =>
  Object.entries({
    Campaign: touch?.utm_campaign,
    Medium: touch?.utm_medium,
    Term: touch?.utm_term,
    Content: touch?.utm_content,
    Traffic: touch?.traffic_type && trafficText(touch.traffic_type),
    Referrer: touch?.referrer,
    "Landed on": touch?.address ?? touch?.page,
  }).flatMap(([name, value]) => (value ? [[name, value]] : []));

const areSame = (one: Touch, other: Touch) =>
  attributionText(one) === attributionText(other) && String(factsOf(one)) === String(factsOf(other));

function TouchLines({ name, touch }: { name: string; touch: Touch | null }) {
  return (
    <>
      <Line name={name} value={attributionText(touch)} />
      {factsOf(touch).map(([fact, value]) => (
        // Addresses are long and break anywhere.
        <Line key={fact} name={fact} value={value} mono={fact === "Referrer" || fact === "Landed on"} />
      ))}
    </>
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
