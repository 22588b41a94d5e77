import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { ZoneSelect } from "~/shared/zone-select.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatCallTime } from "../../../../domain/format-date.ts";
import type { LeadClock } from "../../../../domain/lead-clock.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { formatPhone } from "../../../../domain/phone.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import { dayOf } from "../calls/week.ts";
import { leadQuery } from "../lib/api.ts";
import type { BookedCall } from "../lib/call-types.ts";
import { theirTime, toldText, withHosts } from "../lib/calls.ts";
import { type CallTimeWish, useLeadActions } from "../lib/lead-actions.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { withFinished } from "../lib/log-activity.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { bookCall, type CallTimes, type CallWish, type OfferedType, undoBookCall } from "./api.ts";
import { type BookFacts, BookFields, bookProblems, hasChoiceOf, missingFacts } from "./book-fields.tsx";
import { NoTypes, Notice } from "./book-notice.tsx";
import { BookResponse } from "./book-response.tsx";
import { BookTimes, pageOf, pageWith } from "./book-times.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { hostsText } from "./hosts-text.ts";
import { useCallTimes } from "./use-call-times.ts";

type Props = {
  lead: LeadRef;
  /** The time in a calendar that the call should have. */
  wish?: CallTimeWish | undefined;
  onDone: () => void;
};

/** Books a call in the lead's name. What the lead's page knows isn't asked again. */
export function BookForm({ lead, wish, onDone }: Props) {
  const [now] = useState(() => new Date());
  const { user } = useSession();
  const [choice, setChoice] = useState<Choice>({
    typeId: null,
    host: wish ? (wish.host?.id ?? null) : (user?.id ?? null),
  });
  const firstPage = wish?.to ? pageWith(wish.to, now) : 0;
  const [page, setPage] = useState(firstPage);
  const choose = (next: typeof choice) => {
    setChoice(next);
    setPage(firstPage);
  };
  const { from, to } = pageOf(page, now);
  const { query, data, type } = useCallTimes(lead, choice, { from, to }, wish?.to);
  // A lead of another account has its page there.
  const { data: known } = useQuery({ ...leadQuery(lead.id), enabled: !lead.account });
  const booked = known?.calls.findLast(({ state, starts_at }) => state === "booked" && Date.parse(starts_at) > +now);
  if (query.isError && !data)
    return (
      <Notice title={`Book a call with ${leadName(lead)}`}>
        <Banner tone="bad" title={problemText(query.error, "Couldn't load the free times")} />
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </Notice>
    );
  if (data && !type) return <NoTypes lead={lead} data={data} />;
  return (
    <BookDetails
      lead={lead}
      wish={wish}
      data={data}
      type={type}
      booked={booked}
      clock={known ? known.clock : lead.clock}
      asked={choice.host}
      isShown={(at) => !query.isPlaceholderData && at * 1000 >= +from && at * 1000 < +to}
      onChoose={choose}
      times={(chosen) => (
        <BookTimes
          times={data}
          isStale={query.isPlaceholderData || query.isPending}
          page={page}
          now={now}
          horizonDays={type?.horizon_days ?? 0}
          onPage={setPage}
          onAnyone={chosen.host && type ? () => choose({ typeId: type.id, host: null }) : undefined}
          {...chosen}
        />
      )}
      onDone={onDone}
    />
  );
}

type Choice = { typeId: string | null; host: string | null };

type Chosen = {
  /** The host whose times these are. Null for anyone who is free, and where nobody chooses. */
  host: OfferedType["hosts"][number] | null;
  at: number | null;
  lost: string | null;
  day: string | null;
  problem: string | null;
  onDay: (day: string) => void;
  onAt: (at: number) => void;
};

type DetailsProps = Props & {
  data: CallTimes | undefined;
  type: OfferedType | undefined;
  /** The next call that the lead already has. */
  booked: BookedCall | undefined;
  clock: LeadClock | null | undefined;
  /** Who shall have the call, if the type has a choice and they are one of its hosts. */
  asked: string | null;
  /** Whether the free times on the screen are those around this moment. */
  isShown: (at: number) => boolean;
  onChoose: (choice: Choice) => void;
  times: (chosen: Chosen) => React.ReactNode;
};

function BookDetails({ lead, wish, data, type, booked, clock, asked, isShown, onChoose, times, onDone }: DetailsProps) {
  const wished = wish?.to ? Math.floor(wish.to.getTime() / 1000) : null;
  /** Undefined until the user chooses: then the wished time counts, if it is free. */
  const [chosenAt, setAt] = useState<number | null>();
  /** Other times are offered. The wished one counts again only if the user has chosen no other since. */
  const dropChosen = () => setAt((chosen) => (chosen === undefined ? undefined : null));
  const hasWished = wished !== null && data?.times.includes(wished) === true;
  const at = chosenAt === undefined ? (hasWished ? wished : null) : chosenAt;
  const isWishTaken = chosenAt === undefined && wished !== null && !hasWished && data !== undefined && isShown(wished);
  const [day, setDay] = useState<string | null>(wish?.to ? dayOf(wish.to) : null);
  const [zone, setZone] = useState<string | null>(null);
  const [typed, setTyped] = useState<BookFacts>({ email: "", phone: "", answers: {} });
  const [tried, setTried] = useState(false);
  const [responds, setResponds] = useState(false);
  const { moveCall } = useLeadActions();
  const { user } = useSession();
  const theirZone = zone ?? data?.lead_zone ?? data?.zone ?? "";
  const isMeeting = type?.location === "place";
  const facts = { ...typed, answers: { ...earlierAnswers(data, type), ...typed.answers } };
  const isTyped = [typed.email, typed.phone, ...Object.values(typed.answers)].join("").trim() !== "";
  useUnsavedChanges(isTyped ? "this call" : null);
  const hasChoice = hasChoiceOf(type);
  const host = (hasChoice && type.hosts.find(({ id }) => id === asked)) || null;
  const booking = useAction({
    action: (wish: CallWish, id) => bookCall(lead, wish, id),
    errorMessage: "Couldn't book the call",
    showProblem: "inline",
    explain: (error) => (error instanceof ServiceError ? lostRace(error) : null),
    // After a lost race, the times are read again before the person chooses.
    invalidates: [queryKeys.crm()],
    onSuccess: (call, wish) => {
      const logged = wish.response ? ". Your response is logged" : "";
      const name = leadName(lead);
      // Nobody knows yet whose call it is, if anyone who is free has it.
      const others = type?.assignment === "pool" && !wish.host ? `, ${withHosts(call.hosts)}` : "";
      const booked = `Call with ${name} booked for ${formatCallTime(call.starts_at)}, ${zoneText(localZone(), call.starts_at)}`;
      offerUndo({
        text: withFinished(
          `${booked}${others}. ${toldText({ name, hosts: call.hosts }, user?.id)}${logged}`,
          call.finished,
        ),
        name: booked,
        undo: () => undoBookCall(lead, call.id),
      });
      onDone();
    },
  });
  const missing = missingFacts(lead, type);
  const response = lead.phone?.trim() || missing.phone ? "call" : "email";
  const problems = type ? bookProblems(type, missing, facts) : {};
  /** The chosen time was taken while the dialog is open. */
  const isLost = at !== null && data !== undefined && isShown(at) && !data.times.includes(at);
  const isChosen = at !== null && !isLost;
  const submit = () => {
    if (!type) return;
    setTried(true);
    if (at === null) return booking.setProblem("Choose a time");
    if (isLost) return booking.setProblem(lostText("slot_taken"));
    if (Object.keys(problems).length > 0) return booking.setProblem("Check the highlighted fields");
    const { email, phone, answers } = facts;
    const sent = {
      ...(missing.email && { email }),
      ...(missing.phone && { phone }),
      time_zone: theirZone,
      answers,
    };
    void booking.run({ typeId: type.id, at, host: host?.id ?? null, sent, response: responds ? response : undefined });
  };
  const known = [lead.email, lead.phone && formatPhone(lead.phone)].filter(Boolean).join(", ");
  return (
    <DialogForm
      title={`Book a call with ${leadName(lead)}`}
      confirmLabel="Book call"
      busy={booking.busy}
      problem={isChosen ? booking.problem : null}
      choice={isChosen ? formatCallTime(new Date(at * 1000)) : undefined}
      onSubmit={submit}
    >
      <p className="-mt-2.5 wrap-anywhere text-13 text-ink-2">
        {known && `${known}. `}They get an email with the time and a link to move or cancel the call.
      </p>
      {booked && (
        <Banner
          tone="warn"
          role="status"
          title={`They already have a call on ${formatCallTime(booked.starts_at)}`}
          action={
            <Button size="sm" onClick={() => moveCall({ call: booked })}>
              Move that call
            </Button>
          }
        />
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Meeting type" className="min-w-0 flex-1 basis-48">
          <NativeSelect
            data-first=""
            value={type?.id ?? ""}
            aria-busy={!data}
            onChange={({ target }) => {
              onChoose({ typeId: target.value, host: asked });
              dropChosen();
            }}
          >
            {!data && <option value="">Loading…</option>}
            {data?.types.map(({ id, name, minutes }) => (
              <option key={id} value={id}>
                {name} ({minutes} minutes)
              </option>
            ))}
          </NativeSelect>
        </Field>
        {hasChoice && (
          <Field label="Host" className="min-w-0 flex-1 basis-36 phone:basis-full">
            <NativeSelect
              value={host?.id ?? ""}
              onChange={({ target }) => {
                onChoose({ typeId: type.id, host: target.value || null });
                dropChosen();
              }}
            >
              <option value="">Anyone who's free</option>
              {type.hosts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {id === user?.id ? `${name} (you)` : name}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
      </div>
      {type && host === null && (
        <p className="-mt-2 text-13 text-ink-3">
          With {hostsText(type, wish?.host?.id === user?.id ? null : wish?.host)}
        </p>
      )}
      {times({
        host,
        at,
        day,
        problem: isChosen ? null : booking.problem,
        lost: isLost
          ? lostText("slot_taken")
          : isWishTaken
            ? `${formatCallTime(new Date(wished * 1000))} isn't free. Choose one of the free times.`
            : null,
        onDay: (next) => {
          setDay(next);
          setAt(null);
        },
        onAt: (next) => {
          setAt(next);
          booking.setProblem(null);
        },
      })}
      {isMeeting ? (
        // Everyone reads its hours in the zone of its place.
        <p aria-live="polite" className="-mt-1.5 text-13 text-ink-2">
          {isChosen && data && theirTime(new Date(at * 1000), { time_zone: data.zone, location: "place" })}
        </p>
      ) : (
        <Field
          label="Their time zone"
          hint={
            isChosen && theirZone !== ""
              ? theirTime(new Date(at * 1000), { time_zone: theirZone, location: "video" })
              : undefined
          }
        >
          <ZoneSelect value={theirZone} aria-busy={!data} onChange={setZone} />
        </Field>
      )}
      {type && (
        <BookFields
          type={type}
          missing={missing}
          facts={facts}
          problems={tried ? problems : {}}
          onChange={(next) => {
            setTyped(next);
            booking.setProblem(null);
          }}
        />
      )}
      <BookResponse clock={clock} kind={response} checked={responds} onChange={setResponds} />
    </DialogForm>
  );
}

/** What the lead said when it booked before isn't asked again. */
const earlierAnswers = (data: CallTimes | undefined, type: OfferedType | undefined) =>
  Object.fromEntries(
    (type?.questions ?? []).flatMap(({ id, label }) => (data?.answers[label] ? [[id, data.answers[label]]] : [])),
  );

const LOST: Record<string, string> = {
  slot_taken: "Someone else just booked this time",
  slot_passed: "This time has passed or is too soon",
  slot_not_free: "This time isn't free anymore",
};

const lostText = (code: string) => `${LOST[code]}. Choose one of the free times. What you entered is still here.`;

const lostRace = ({ refusal }: ServiceError) => (refusal && refusal.code in LOST ? lostText(refusal.code) : null);
