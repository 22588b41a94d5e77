import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { useAction } from "~/shared/use-action.ts";
import { clockNow } from "~/ui/clock-ticker.ts";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { dayIn, localZone } from "../../../../domain/zoned-time.ts";
import { useStages } from "./api.ts";
import type { BookedCall } from "./call-types.ts";
import type { LeadTask, QueueLead } from "./lead-types.ts";
import { offerUndo } from "./undo-stack.ts";

/** What became of a call, with the key that notes it. Each can be undone. */
export const CALL_OUTCOMES = [
  { key: "h", outcome: "held", label: "Held", done: "marked as held", link: null },
  { key: "s", outcome: "no_show", label: "No-show", done: "marked as a no-show", link: "book again" },
  { key: "r", outcome: "rescheduled", label: "Reschedule", done: "canceled", link: "choose a new time" },
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const STATE_TEXTS: Record<BookedCall["state"], string> = {
  booked: "Booked",
  cancelled: "Canceled",
  held: "Held",
  no_show: "No-show",
};

/** The address of the week that has this call, and shows it. */
export const callSearch = ({ id, starts_at }: Pick<BookedCall, "id" | "starts_at">): string =>
  `?${new URLSearchParams({ week: dayIn(Date.parse(starts_at), localZone()), call: id })}`;

/** Whether the call has begun and no one has noted its outcome. */
export const needsOutcome = (call: BookedCall, now = clockNow()): boolean =>
  call.state === "booked" && Date.parse(call.starts_at) <= now;

/** The calls of a lead as people look for them: those ahead, the next one first, then the others in their order. */
export function inOrder(calls: readonly BookedCall[], now = clockNow()): BookedCall[] {
  const isAhead = ({ state, starts_at }: BookedCall) => state === "booked" && Date.parse(starts_at) > now;
  const ahead = calls.filter(isAhead).toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
  return [...ahead, ...calls.filter((call) => !isAhead(call))];
}

/** What a time is for the visitor of a call, in their zone or in that of the place where they meet. */
export function theirTime(
  at: Date,
  { time_zone: timeZone, location }: Pick<BookedCall, "time_zone" | "location">,
): string {
  const theirs = formatCallTime(at, { timeZone });
  const isMeeting = location === "place";
  if (theirs === formatCallTime(at)) return `It's the same time ${isMeeting ? "where you meet" : "for them"}.`;
  return `${isMeeting ? "Where you meet" : "For them"}, that's ${theirs}, ${zoneText(timeZone, at.getTime())}.`;
}

/** Whether this task is a booked call whose time hasn't come, or whose outcome isn't asked for yet. Its outcome completes it. */
export const isCallAhead = ({ call_id, due_at }: LeadTask, now = clockNow()): boolean =>
  call_id !== null && Date.parse(due_at) > now;

/** Who holds the call that this task plans, if the lead's owner doesn't. */
export const hostsOfTask = (
  { kind, due_at }: { kind: string | null; due_at: string | null },
  calls: readonly BookedCall[],
  ownerId: string | null,
): BookedCall["hosts"] => {
  if (due_at === null || (kind !== "call" && kind !== "meeting")) return [];
  const call = calls.find((one) => one.state === "booked" && Date.parse(one.starts_at) === Date.parse(due_at));
  return call?.hosts.every(({ id }) => id !== ownerId) ? call.hosts : [];
};

/** The same for the next step of a lead on Today. */
export const hostsOfNextStep = ({ next_task_kind, next_task_at, call, owner_id }: QueueLead) =>
  hostsOfTask({ kind: next_task_kind, due_at: next_task_at }, call ? [call] : [], owner_id);

/** "with Imani Castellano". */
export const withHosts = (hosts: BookedCall["hosts"]): string =>
  hosts.length > 0 ? `with ${formatNames(hosts.map(({ name }) => name))}` : "";

/** Who gets an email about a change of a call: its visitor and its hosts. */
export function toldText({ name, hosts }: Pick<BookedCall, "name" | "hosts">, me: string | undefined): string {
  if (hosts.length === 0) return `${name} gets an email`;
  if (hosts.length > 2) return `${name} and all ${hosts.length} hosts get an email`;
  // "You" is last, as people say it.
  const others = hosts.filter(({ id }) => id !== me).map((host) => host.name);
  return `${formatNames([name, ...others, ...(others.length < hosts.length ? ["you"] : [])])} get an email`;
}

/**
 * `was_told`: the visitor already got the email about the outcome that this one undoes or replaces. `call_ahead`: they have
 * another call ahead, so they get no link. `has_link`: they have this link already, so they don't get it again.
 */
export const outcomeAnswer = z.object({
  state: z.string(),
  again: z.boolean(),
  was_told: z.boolean(),
  has_link: z.optional(z.boolean()),
  call_ahead: z.optional(z.string()),
  /** The stage that the lead moved to. */
  stage: z.optional(z.string()),
});

/** `seen` is the state with a wrong outcome that this one replaces. PT409: it has another one by now. */
const setOutcome = (callId: string, outcome: string, seen: string | null, account?: string) =>
  rpc(
    "set_booking_outcome",
    { p_booking_id: callId, p_outcome: outcome, ...(seen && { p_seen: seen }) },
    outcomeAnswer,
    account,
  );

/** What was noted. */
const notedText = ({ name }: Pick<BookedCall, "name">, { done }: CallOutcome) => `Call with ${name} ${done}`;

/** What was noted, where the lead moved, and that the visitor gets an email or why not. An erased person has no address. */
export function outcomeText(
  call: Pick<BookedCall, "name" | "email">,
  outcome: CallOutcome,
  {
    call_ahead: callAhead,
    has_link: hasLink,
    movedTo,
  }: { call_ahead?: string | undefined; has_link?: boolean | undefined; movedTo?: string | undefined } = {},
): string {
  const [noted, { link }] = [notedText(call, outcome), outcome];
  if (movedTo) return `${noted}. The lead moved to ${movedTo}`;
  if (callAhead) return `${noted}. ${call.name} already has a call on ${formatCallTime(new Date(callAhead))}`;
  if (hasLink) return `${noted}. ${call.name} already got the email with the link`;
  return link && call.email ? `${noted}. ${toldText({ ...call, hosts: [] }, undefined)} with a link to ${link}` : noted;
}

/** What brings a call back to the state that it had. A call that is canceled has this outcome only if its link was sent. */
const OUTCOME_OF: Record<BookedCall["state"], string> = {
  booked: "reopened",
  held: "held",
  no_show: "no_show",
  cancelled: "rescheduled",
};

type Noted = { call: BookedCall; outcome: CallOutcome; account?: string | undefined };

/** Notes the outcome of a call, or another one in place of a wrong one, and offers Undo. */
export function useCallOutcome() {
  const { labelOf } = useStages();
  return useAction({
    whenBusy: "queue",
    canRetry: true,
    action: ({ call, outcome, account }: Noted) =>
      setOutcome(call.id, outcome.outcome, call.state === "booked" ? null : call.state, account),
    onSuccess: ({ state, stage, ...told }, { call, outcome, account }) =>
      offerUndo({
        text: outcomeText(call, outcome, { ...told, movedTo: stage && labelOf(stage) }),
        name: notedText(call, outcome),
        undo: async () => {
          // A link that they already have isn't sent again.
          const earlier = OUTCOME_OF[call.state];
          const { again, was_told } = await setOutcome(call.id, earlier, state, account);
          const text = `${call.name} already got the email with the link`;
          return { restored: again ? 0 : 1, kept: 0, ...(was_told && { rest: { text } }) };
        },
      }),
    errorMessage: "Couldn't save the outcome",
    invalidates: [queryKeys.crm()],
  });
}

/** The shortcuts that note the outcome of this call. They pass the key on when there is nothing to note. */
export function useOutcomeKeys(call: BookedCall | null | undefined, account?: string) {
  const { run } = useCallOutcome();
  return Object.fromEntries(
    CALL_OUTCOMES.map((outcome) => [
      outcome.key,
      () => {
        if (!call || !needsOutcome(call)) return false;
        void run({ call, outcome, account });
      },
    ]),
  );
}
