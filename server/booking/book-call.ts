import { randomUUID } from "node:crypto";
import { answerProblem, EMAIL } from "../../domain/booking-answers.ts";
import { dayText } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import { preferredLanguage } from "../../domain/language.ts";
import { requiredFieldText } from "../../domain/submission-rules.ts";
import { SUBMISSIONS } from "../../supabase/functions/_shared/submissions/limit.ts";
import {
  ask,
  BookingNotice,
  type BookingParts,
  type BookingRequest,
  callZone,
  frameOf,
  localeOf,
  pageResponse,
  type Refused,
  readFields,
  readId,
  readTime,
  toBooking,
} from "./booking-parts.ts";
import { FIELDS_WRONG } from "./form-script.ts";
import { formOf, loadVisitor, ownCall } from "./known-visitor.ts";
import { dayOf, monthOf } from "./month.ts";
import { renderAbout, renderSheet } from "./page-about.ts";
import {
  type BookableType,
  type Details,
  fieldsOf,
  renderAlreadyBooked,
  renderDetails,
  saidBefore,
  type Visitor,
} from "./page-details.ts";
import { type BookingAccount, renderFrame } from "./page-frame.ts";
import { renderTimes } from "./page-month.ts";
import { loadMonth, nextOf, type TimesAnswer } from "./times.ts";

type PageAnswer = { account: BookingAccount; type: BookableType } & TimesAnswer;

export const TYPE_NOT_FOUND = "This call can't be booked";
const KEPT = ["zone", "after", "page"] as const;
const OFFERS = 6;

/** The page of a meeting type: its free times, then the form for one of them. */
export async function bookCall(
  parts: BookingParts,
  asked: BookingRequest,
  account: string,
  slug: string,
): Promise<Response> {
  const load = async (from: string, to: string) => {
    const { data } = await ask<PageAnswer | null>(
      parts.service.rpc("booking_page", { p_account: account, p_type: slug, p_from: from, p_to: to }),
    );
    if (!data) throw new BookingNotice(TYPE_NOT_FOUND, 404);
    return data;
  };
  if (asked.request.method === "POST") return sendForm(parts, asked, account, slug, load);
  const { searchParams: query } = asked.url;
  const at = readTime(query.get("at"));
  if (at !== null) return showDetails(parts, asked, account, await load(...around(at)), at);
  const now = Date.now();
  const zoneFrom = ({ account, type }: PageAnswer) => callZone(type.location, account, query.get("zone"));
  const { answer, zone, month, times } = await loadMonth(
    load,
    zoneFrom,
    query.get("month") ?? query.get("day")?.slice(0, 7) ?? null,
    now,
  );
  const content = renderTimes({
    account: answer.account,
    zone,
    isZoneFixed: answer.type.location === "place",
    month,
    times,
    next: answer.times.map((time) => time * 1000).find((time) => time >= month.to) ?? nextOf(answer),
    day: query.get("day"),
    now,
    horizonDays: answer.type.horizon_days,
    link: linkOf(asked, query),
    kept: [...query].filter(([name]) => ["after", "page", "month", "day"].includes(name)),
    locale: localeOf(asked),
  });
  const { missed } = await loadVisitor(parts, account, query.get("after"));
  const body = renderSheet(
    renderAbout(answer.type),
    missed ? `<div>${renderMissed(missed, zone)}${content}</div>` : content,
  );
  return pageResponse(parts, asked, renderFrame(frameOf(parts, answer.account), answer.type.name, body));
}

const renderMissed = (at: string, zone: string) =>
  `<p class="missed">We missed you on ${escapeHtml(dayText(at, zone))}. Choose a new time.</p>`;

/** The address of the page with these parameters changed. */
function linkOf({ url }: BookingRequest, query: URLSearchParams) {
  return (changes: Record<string, string | null>): string => {
    const params = new URLSearchParams();
    for (const name of [...KEPT, "month", "day"]) {
      const value = name in changes ? changes[name] : query.get(name);
      if (value) params.set(name, value);
    }
    if (changes.at) params.set("at", changes.at);
    const text = params.toString();
    return text ? `${url.pathname}?${text}` : url.pathname;
  };
}

/** A day around a time, and enough later days for other offers. */
const around = (at: number): [string, string] => {
  const from = Math.min(Math.max(at, Date.now()), Date.now() + 400 * 86_400_000);
  return [new Date(from).toISOString(), new Date(from + 30 * 86_400_000).toISOString()];
};

async function showDetails(
  parts: BookingParts,
  asked: BookingRequest,
  account: string,
  answer: PageAnswer,
  at: number,
): Promise<Response> {
  const query = asked.url.searchParams;
  const isFree = answer.times.includes(at / 1000);
  const visitor = await loadVisitor(parts, account, formOf(asked, query.get("after")));
  const own = isFree ? null : await ownCall(parts, asked, account, visitor.email);
  const isOwn = own?.at === at;
  if (isOwn && visitor.email) return toBooking(asked.request, own.key);
  const gone = at <= Date.now() ? GONE.passed : isOwn ? GONE.own : GONE.taken;
  return renderForm(parts, asked, answer, {
    zone: callZone(answer.type.location, answer.account, query.get("zone")),
    at: isFree ? at : null,
    visitor,
    values: saidBefore(answer.type, visitor),
    problems: {},
    alert: isFree ? null : gone,
    ownCall: isOwn ? own.key : null,
    hidden: hiddenOf(Object.fromEntries(KEPT.map((name) => [name, query.get(name) ?? ""])), randomUUID()),
    status: isFree ? 200 : 409,
  });
}

const hiddenOf = (sent: Record<string, string>, submission: string) => ({
  ...Object.fromEntries(KEPT.flatMap((name) => (sent[name] ? [[name, sent[name] as string]] : []))),
  submission,
});

/** Addresses of the page for the visitor who sent these hidden fields. */
const keptLinks = (asked: BookingRequest, hidden: Record<string, string>) =>
  linkOf(asked, new URLSearchParams(KEPT.flatMap((name) => (hidden[name] ? [[name, hidden[name] as string]] : []))));
const dayLink = (at: number, zone: string) => ({ month: monthOf(at, zone), day: dayOf(at, zone) });

type Form = Pick<Details, "zone" | "at" | "visitor" | "values" | "problems" | "alert" | "ownCall" | "hidden"> & {
  status: number;
};

function renderForm(parts: BookingParts, asked: BookingRequest, answer: PageAnswer, form: Form): Response {
  const { at, zone, hidden } = form;
  const kept = keptLinks(asked, hidden);
  const back = kept(at === null ? {} : dayLink(at, zone));
  const details = renderDetails({
    ...form,
    type: answer.type,
    offers: answer.times.slice(0, OFFERS).map((time) => time * 1000),
    back,
    stranger: kept({ after: "none", ...(at === null ? {} : { at: String(at / 1000) }) }),
  });
  const title = Object.keys(form.problems).length > 0 ? `Problem: ${answer.type.name}` : answer.type.name;
  return pageResponse(
    parts,
    asked,
    renderFrame(frameOf(parts, answer.account), title, renderSheet(renderAbout(answer.type), details)),
    form.status,
  );
}

/** Above the form of a link to a time that isn't free. Nothing was typed yet. */
const GONE = {
  passed: { title: "This time has passed or is too soon", text: "Please pick a later one." },
  own: { title: "This time is already booked", text: "If you didn't book it, please pick another one." },
  taken: { title: "This time isn't free", text: "Please pick one of the next free times." },
};
const ALERTS: Record<string, Details["alert"]> = {
  slot_taken: {
    title: "Someone else just booked this time",
    text: "Please pick another one. Everything you typed is still here.",
  },
  slot_passed: {
    title: "This time has passed or is too soon",
    text: "Please pick a later one. Everything you typed is still here.",
  },
  slot_not_free: {
    title: "This time isn't free",
    text: "Please pick one of the next free times. Everything you typed is still here.",
  },
};
const alertOf = (code: string) => ALERTS[code] ?? null;
const FAILED = {
  title: "We couldn't book this",
  text: "Please try again in a moment. Everything you typed is still here.",
};

async function sendForm(
  parts: BookingParts,
  asked: BookingRequest,
  account: string,
  slug: string,
  load: (from: string, to: string) => Promise<PageAnswer>,
): Promise<Response> {
  const sent = await readFields(asked.request);
  const at = readTime(sent.at);
  const answer = await load(...around(at ?? Date.now()));
  const visitor = await loadVisitor(parts, account, formOf(asked, sent.after));
  const submission = readId(sent.submission) ?? randomUUID();
  const zone = callZone(answer.type.location, answer.account, sent.zone);
  const again = (form: Pick<Form, "problems" | "alert" | "status"> & { at?: number | null }, times = answer) =>
    renderForm(parts, asked, times, { zone, at, visitor, values: sent, hidden: hiddenOf(sent, submission), ...form });
  const verdict = await parts.limiter(`booking:${asked.address}`, SUBMISSIONS);
  if (!verdict.allowed) return again({ problems: {}, alert: { ...FAILED, title: "Too many attempts" }, status: 429 });
  const problems = problemsOf(answer.type, visitor, sent);
  const own = await ownCall(parts, asked, account, visitor.email ?? readEmail(sent.email));
  if (Object.keys(problems).length > 0) {
    // Someone who goes back after booking sends the first, wrong form again.
    if (own && own.at === at) return toBooking(asked.request, own.key);
    return again({ problems, alert: FIELDS_WRONG, status: 400 });
  }
  if (at === null) return again({ problems: {}, alert: alertOf("slot_not_free"), at: null, status: 409 });
  // Only a program fills in the hidden field. It takes no time from a person.
  if (sent.topic) return again({ problems: {}, alert: FAILED, status: 400 });
  const booked = await ask<string>(
    parts.service.rpc("book_meeting", {
      p_account: account,
      p_type: slug,
      p_sent: {
        starts_at: new Date(at).toISOString(),
        submission_id: submission,
        booked_key: own?.key ?? null,
        name: visitor.name ?? sent.name ?? "",
        email: visitor.email ?? sent.email ?? "",
        phone: visitor.phone ?? sent.phone ?? "",
        time_zone: zone,
        answers: Object.fromEntries(answer.type.questions.map(({ id }) => [id, sent[`answer-${id}`] ?? ""])),
        page_id: visitor.pageId ?? readId(sent.page),
        touch: {
          landing_page: asked.url.pathname,
          language: preferredLanguage(asked.request.headers.get("accept-language")),
        },
      },
    }),
  );
  if (booked.refused?.code === "already_booked") {
    const back = keptLinks(asked, hiddenOf(sent, submission))(dayLink(at, zone));
    const body = renderSheet(renderAbout(answer.type), renderAlreadyBooked(at, zone, back));
    return pageResponse(parts, asked, renderFrame(frameOf(parts, answer.account), answer.type.name, body));
  }
  if (booked.refused?.code.startsWith("slot_"))
    // Whoever took the time did so after the times were read.
    return again(refusalOf(booked.refused), await load(...around(at)));
  if (booked.refused) return again(refusalOf(booked.refused));
  parts.wake();
  return toBooking(asked.request, booked.data);
}

function refusalOf({ code, field }: Refused): Pick<Form, "problems" | "alert" | "status"> & { at?: null } {
  if (code === "meeting_type_not_found") throw new BookingNotice(TYPE_NOT_FOUND, 404);
  if (code.startsWith("slot_")) return { problems: {}, alert: alertOf(code), at: null, status: 409 };
  const name = field && ["name", "email", "phone"].includes(field) ? field : `answer-${field}`;
  return { problems: field ? { [name]: requiredFieldText } : {}, alert: field ? FIELDS_WRONG : FAILED, status: 400 };
}

/** An email that can be someone's. Undefined for a mistake. */
const readEmail = (typed: string | undefined) => (typed && EMAIL.test(typed.trim()) ? typed.trim() : undefined);

function problemsOf(type: BookableType, visitor: Visitor, sent: Record<string, string>): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of fieldsOf(type, visitor)) {
    const problem = answerProblem(sent[field.name] ?? "", field);
    if (problem) problems[field.name] = problem;
  }
  return problems;
}
