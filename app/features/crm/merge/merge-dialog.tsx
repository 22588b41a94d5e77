import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useId, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { consentText } from "../../../../domain/consent.ts";
import { formatDay, formatTime } from "../../../../domain/format-date.ts";
import { LEAD_LABELS } from "../../../../domain/lead-fields.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { leadQuery, stagesQuery, teamQuery, undoMerge } from "../lib/api.ts";
import { factText } from "../lib/lead-facts.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { type Lead, mergeLeads, pairQuery, type Side } from "./api.ts";
import { consentSide, differingFields, type MergeField, suggestedSide } from "./merge-fields.ts";

const isFurtherAlong = (one: Lead, other: Lead) =>
  one.reached === other.reached ? one.created_at < other.created_at : one.reached > other.reached;

type Props = { keepId: string; otherId: string; onClose: () => void; onMerged: (keptId: string) => void };

/** Two leads side by side, with a choice for each field that differs. */
export function MergeDialog({ keepId, otherId, onClose, onMerged }: Props) {
  // By default the merge keeps the lead that reached the later stage, or else the older lead.
  const [turned, setTurned] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState<Partial<Record<MergeField, Side>>>({});
  const currency = useQuery(leadQuery(keepId)).data?.currency;
  const { data: team = [] } = useQuery(teamQuery);
  const { data: stages = [] } = useQuery(stagesQuery);
  const { data, error } = useQuery(pairQuery(keepId, otherId));
  const swapped = turned ?? (data !== undefined && data[1].archived_at === null && isFurtherAlong(data[1], data[0]));
  const pair: [Lead, Lead] | undefined = data && (swapped ? [data[1], data[0]] : data);
  const fields = pair ? differingFields(...pair) : [];
  const sideOf = (field: MergeField): Side => chosen[field] ?? (pair ? suggestedSide(pair[0], field) : "keep");
  const merge = useAction({
    action: ([keep, other]: [Lead, Lead], id) =>
      mergeLeads(id, keep.id, other.id, Object.fromEntries(fields.map((field) => [field, sideOf(field)]))),
    errorMessage: "Couldn't merge the leads",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: ({ batch_id, kept_id }, [keep, other]) => {
      offerUndo({
        change: batch_id,
        text: `Merged ${leadName(other)} into ${leadName(keep)}`,
        undo: () => undoMerge(batch_id),
      });
      onMerged(kept_id);
    },
  });
  const submit = () => {
    if (pair && !merge.busy) void merge.run(pair);
  };
  const show = (field: MergeField, value: unknown) =>
    factText(field, value, { currency: currency ?? "usd", team, stages });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        className="max-w-[820px]"
        // The first choice takes the focus as soon as both leads are loaded.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          const dialog = event.currentTarget as HTMLElement | null;
          if (!dialog?.contains(document.activeElement)) dialog?.focus();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          submit();
        }}
      >
        <DialogTitle>Merge leads</DialogTitle>
        <DialogDescription>
          Choose which values to keep. The lead that reached the later stage is kept, or else the older one. History,
          tasks and tags of both are combined. You can undo the merge later.
        </DialogDescription>
        {(merge.problem || error) && (
          <Banner tone="bad" role="alert" title={merge.problem ?? problemText(error, "Couldn't compare the leads")} />
        )}
        {pair && currency ? (
          <CompareTable
            pair={pair}
            fields={fields}
            sideOf={sideOf}
            show={show}
            onChoose={(field, side) => setChosen({ ...chosen, [field]: side })}
          />
        ) : (
          <Skeleton className="h-60 w-full" />
        )}
        <DialogFooter className="phone:grid phone:grid-cols-2 phone:[&>:last-child]:order-first phone:[&>:last-child]:col-span-2">
          <Button
            icon={<ArrowLeftRight aria-hidden="true" />}
            className="md:mr-auto"
            disabled={!pair || Boolean(data?.[1].archived_at)}
            onClick={() => {
              setTurned(!swapped);
              setChosen({});
            }}
          >
            Keep the other lead
          </Button>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" loading={merge.busy} disabled={!pair} onClick={submit}>
            Merge <KeyCaps keys="mod+Enter" />
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** These have a row even if both leads have the same. */
const ALWAYS_SHOWN = ["stage", "user_id"] as const;

type CompareTableProps = {
  pair: [Lead, Lead];
  fields: MergeField[];
  sideOf: (field: MergeField) => Side;
  show: (field: MergeField, value: unknown) => string;
  onChoose: (field: MergeField, side: Side) => void;
};

/** One row for each field that differs. The choices are radio buttons, so that arrow keys work. */
function CompareTable({ pair, fields, sideOf, show, onChoose }: CompareTableProps) {
  const id = useId();
  const [keep, other] = pair;
  const tags = [...new Set([...keep.tags, ...other.tags])];
  const others = fields.filter((field) => !ALWAYS_SHOWN.some((shown) => shown === field));
  const first = ALWAYS_SHOWN.find((field) => fields.includes(field)) ?? others[0];
  const result = (field: MergeField) => show(field, (sideOf(field) === "keep" ? keep : other)[field]);
  const consent = consentSide(keep, other, sideOf("email"));
  const choiceRow = (field: MergeField) => (
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
            // biome-ignore lint/a11y/noAutofocus: the first field of the dialog
            autoFocus={field === first && sideOf(field) === side}
            checked={sideOf(field) === side}
            onChange={() => onChoose(field, side)}
            className="size-4 shrink-0 outline-none accent-(--ink)"
          />
          <span className="wrap-anywhere line-clamp-8 min-w-0">
            {show(field, pair[side === "keep" ? 0 : 1][field])}
          </span>
        </label>
      ))}
    </fieldset>
  );
  return (
    <div className="grid gap-0 text-13">
      <div className={cn(LINE, "items-start border-line border-b pb-2")}>
        <span className="phone:hidden" />
        {pair.map((lead, at) => (
          <p key={lead.id} className="min-w-0">
            <span className={cn("block font-medium", at === 1 && "text-ink-2")}>
              {at === 0 ? "Kept lead" : "Merged lead"}, added {sinceText(lead, pair)}
            </span>
            <span className="wrap-anywhere line-clamp-3 text-ink-3">{leadName(lead)}</span>
          </p>
        ))}
      </div>
      {ALWAYS_SHOWN.map((field) =>
        fields.includes(field) ? (
          choiceRow(field)
        ) : (
          <PlainRow key={field} label={LEAD_LABELS[field]} texts={[result(field), result(field)]} />
        ),
      )}
      <PlainRow label="Consent" texts={[consentOf(keep), consentOf(other)]} />
      {others.length === 0 && <p className="py-4 text-ink-3">All other fields match.</p>}
      {others.map(choiceRow)}
      <section aria-label="After the merge" aria-live="polite" className="mt-4 grid gap-1.5 rounded-card bg-sunken p-3">
        <h3 className="font-medium">After the merge</h3>
        <dl className="grid grid-cols-[98px_minmax(0,1fr)] gap-x-2 gap-y-1">
          <Result term="Stage" text={result("stage")} />
          <Result term="Owner" text={result("user_id")} />
          <Result
            term="Consent"
            text={
              consent
                ? consentOf(consent === "keep" ? keep : other)
                : keep.consent_at || other.consent_at
                  ? "None. Consent belongs to an email address, and the one that you keep has none."
                  : "None"
            }
          />
          {tags.length > 0 && <Result term="Tags" text={tags.join(", ")} />}
        </dl>
      </section>
    </div>
  );
}

/** A row without a choice: both leads have the same, or another field decides. */
function PlainRow({ label, texts }: { label: string; texts: [keep: string, other: string] }) {
  return (
    <dl className={cn(LINE, "border-line-soft border-b py-1")}>
      <dt className="text-ink-3 phone:col-span-2 phone:text-xs">{label}</dt>
      {texts.map((text, at) => (
        <dd
          key={at === 0 ? "keep" : "other"}
          className={cn("wrap-anywhere flex min-h-8 min-w-0 items-center px-2", at === 1 && "text-ink-3")}
        >
          {text}
        </dd>
      ))}
    </dl>
  );
}

function Result({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt className="text-ink-3">{term}</dt>
      <dd className="wrap-anywhere min-w-0">{text}</dd>
    </>
  );
}

const consentOf = ({ consent_at: at, consent_text: text }: Lead) =>
  at === null ? "None" : `${consentText(text)} (${formatDay(at)})`;

/** The day on which a lead arrived. Includes the time if both leads arrived on the same day. */
function sinceText({ created_at }: Lead, pair: [Lead, Lead]): string {
  const [one, other] = pair.map((lead) => formatDay(lead.created_at));
  const day = formatDay(created_at);
  return one === other ? `${day}, ${formatTime(created_at)}` : day;
}

const LINE = "grid grid-cols-[110px_minmax(0,1fr)_minmax(0,1fr)] items-center gap-2 phone:grid-cols-2";
