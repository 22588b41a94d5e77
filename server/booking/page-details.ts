import type { AnswerRule } from "../../domain/booking-answers.ts";
import { momentText } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import { formatPhone } from "../../domain/phone.ts";
import { alertContent, FORM_SCRIPT } from "./form-script.ts";

export type Question = {
  id: string;
  label: string;
  kind: "text" | "textarea" | "select";
  required?: boolean;
  options?: string[];
};
export type BookableType = {
  slug: string;
  name: string;
  description: string;
  minutes: number;
  location: "phone" | "video" | "place";
  /** The address of a call in person; empty for others. */
  place: string;
  questions: Question[];
  horizon_days: number;
};
/** Who the visitor is, if a form that they sent or a call that they had says so. */
export type Visitor = {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** What they answered for their call, by question. */
  said?: Record<string, string>;
  /** When the call was that they didn't come to. */
  missed?: string;
};

/** What they answered before, in the fields of these questions. */
export const saidBefore = ({ questions }: Pick<BookableType, "questions">, { said = {} }: Visitor) =>
  Object.fromEntries(
    questions.flatMap(({ id, label, options }) => {
      const answer = Object.hasOwn(said, label) ? said[label] : undefined;
      return answer && (options?.includes(answer) ?? true) ? [[`answer-${id}`, answer]] : [];
    }),
  );

type Field = AnswerRule & { name: string; label: string; autocomplete?: string; options?: string[] };

export type Details = {
  type: BookableType;
  zone: string;
  /** The chosen time; null after it was taken, when `offers` has the next ones. */
  at: number | null;
  offers: number[];
  visitor: Visitor;
  values: Record<string, string>;
  problems: Record<string, string>;
  /** What went wrong with the whole. */
  alert: { title: string; text: string } | null;
  /** The call that this browser booked at the time of the alert. The visitor may be someone else. */
  ownCall?: string | null;
  hidden: Record<string, string>;
  back: string;
  /** This page without what is known about the visitor. */
  stranger: string;
};

/** Every field of the form that this visitor has to fill in. What is known is not asked again. */
export function fieldsOf(type: BookableType, visitor: Visitor): Field[] {
  const needsPhone = type.location === "phone";
  return [
    ...(visitor.name ? [] : [field("name", "Your name", "text", true, 200, "name")]),
    ...(visitor.email ? [] : [field("email", "Email", "email", true, 254, "email")]),
    ...(visitor.phone ? [] : [field("phone", "Phone", "tel", needsPhone, 50, "tel")]),
    ...type.questions.map(({ id, label, kind, required, options }) => ({
      name: `answer-${id}`,
      label,
      kind,
      isRequired: required === true,
      ...(options ? { options } : {}),
      maxLength: 2000,
    })),
  ];
}

const field = (
  name: string,
  label: string,
  kind: Field["kind"],
  isRequired: boolean,
  maxLength: number,
  autocomplete: string,
): Field => ({ name, label, kind, isRequired, maxLength, autocomplete });

/** The form that books one time. The time is its heading and has the focus, unless there is an alert or a wrong answer. A time that was taken in the meantime is replaced by a choice of the next ones. */
export function renderDetails(given: Details): string {
  const { type, zone, at, visitor, alert, hidden } = given;
  const inputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const asked = fieldsOf(type, visitor);
  const firstWrong = asked.find(({ name }) => given.problems[name]);
  const fields = asked.map((one) => renderField(one, given, one === firstWrong));
  const known = [visitor.name, visitor.email, visitor.phone && formatPhone(visitor.phone)]
    .filter(Boolean)
    .map((fact) => escapeHtml(fact ?? ""));
  return `<div class="ask">${alert ? `<div class="alert" role="alert" tabindex="-1">${alertContent({ title: escapeHtml(alert.title), text: escapeHtml(alert.text) })}${given.ownCall ? `<p><a href="/booking/${given.ownCall}">See the call that you booked</a></p>` : ""}</div>` : ""}
<form method="post" action="${escapeHtml(given.back.split("?")[0] ?? "")}" novalidate>
${inputs.join("")}
${at === null ? renderOffers(given) : `<h2 class="when" tabindex="-1"${alert ? "" : " autofocus"}>${escapeHtml(momentText(at, zone))}</h2><p class="back"><a href="${escapeHtml(given.back)}">Choose another time</a></p><input type="hidden" name="at" value="${at / 1000}">`}
<div class="trap" aria-hidden="true"><label for="topic">Leave this empty</label><input id="topic" name="topic" tabindex="-1" autocomplete="off"></div>
${known.length > 0 ? `<p>You're booking as <b>${known.join(", ")}</b>. <a href="${escapeHtml(given.stranger)}">Not you?</a></p>` : ""}
${fields.join("\n")}
<button>Book this call</button>
<p class="soft" style="margin:1rem 0 0">You'll get a confirmation by email, with a link to change or cancel the call.</p>
</form></div>
<script>${FORM_SCRIPT}</script>`;
}

/**
 * What a person sees who has a call at this time already, in a browser that did not book it. Nothing more is shown than they typed,
 * because anyone can type any address.
 */
export const renderAlreadyBooked = (at: number, zone: string, back: string) =>
  `<div class="ask"><h2>You already have a call at this time</h2><p class="when">${escapeHtml(momentText(at, zone))}</p>
<p>We sent a confirmation, with a link to change or cancel the call, to the email address it was booked with.</p><p class="row"><a class="button plain" href="${escapeHtml(back)}">Choose another time</a></p></div>`;

function renderOffers({ offers, zone, back }: Details): string {
  const all = `<p class="back"><a href="${escapeHtml(back)}">See all free times</a></p>`;
  if (offers.length === 0) return `<p class="soft">No other time is free in the next weeks.</p>${all}`;
  const options = offers.map(
    (time, place) =>
      `<label><input type="radio" name="at" value="${time / 1000}"${place === 0 ? " checked" : ""}> ${escapeHtml(momentText(time, zone))}</label>`,
  );
  return `<fieldset><legend>Next free times</legend><div class="slots">${options.join("")}</div></fieldset>${all}`;
}

function renderField(
  { name, label, kind, isRequired, options = [], maxLength, autocomplete }: Field,
  { values, problems }: Details,
  hasFocus: boolean,
): string {
  const value = values[name] ?? "";
  const problem = problems[name];
  const shared = `id="${name}" name="${name}"${isRequired ? " required" : ""}${problem ? ` aria-invalid="true" aria-describedby="${name}-wrong"` : ""}${hasFocus ? " autofocus" : ""}${autocomplete ? ` autocomplete="${autocomplete}"` : ""}`;
  const control =
    kind === "textarea"
      ? `<textarea ${shared} maxlength="${maxLength}" rows="4">${escapeHtml(value)}</textarea>`
      : kind === "select"
        ? `<select ${shared}><option value="">Choose…</option>${options.map((option) => `<option${option === value ? " selected" : ""}>${escapeHtml(option)}</option>`).join("")}</select>`
        : `<input ${shared} type="${kind}" maxlength="${maxLength}" value="${escapeHtml(value)}">`;
  return `<div class="field"${problem ? " data-wrong" : ""}><label for="${name}">${escapeHtml(label)}${isRequired ? "" : " <small>optional</small>"}</label>${control}${problem ? `<p class="wrong" id="${name}-wrong">${escapeHtml(problem)}</p>` : ""}</div>`;
}
