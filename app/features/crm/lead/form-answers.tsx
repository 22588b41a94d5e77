import * as z from "~/shared/schema.ts";
import { beforeAnswer, questionOf } from "../../../../domain/form-answers.ts";
import type { TimelineEvent } from "./api.ts";

/** The lead itself has these. */
const FACTS = new Set(["email", "name", "first_name", "last_name", "phone", "company"]);

const askedQuestions = z.array(z.object({ name: z.string(), question: z.optional(z.string()) }));

type Answer = { name: string; question: string; answer: string };

/**
 * What a visitor answered in a form of a landing page, besides the facts of the lead and what the event's text says already: with the
 * questions of the form, in its order. Leads from before the form's questions were kept have the names of its fields.
 */
export function answersOf({ payload, body }: Pick<TimelineEvent, "payload" | "body">): Answer[] {
  const { answers } = payload;
  if (typeof answers !== "object" || answers === null || Array.isArray(answers)) return [];
  const asked = askedQuestions.safeParse(payload.asked).data ?? [];
  const places = new Map(asked.map(({ name }, place) => [name, place]));
  const placeOf = (name: string) => places.get(name) ?? asked.length;
  return Object.entries(answers)
    .filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" &&
        entry[1].trim() !== "" &&
        !FACTS.has(entry[0]) &&
        entry[1].trim() !== body?.trim(),
    )
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, answer]) => ({ name, answer, question: asked[placeOf(name)]?.question ?? questionOf(name) }));
}

/** The answers of a form, one line each. */
export function FormAnswers({ event }: { event: TimelineEvent }) {
  const answers = answersOf(event);
  if (answers.length === 0) return null;
  return (
    <dl
      aria-label="Answers"
      className="col-span-2 col-start-2 mt-1 grid gap-1 rounded-ctl border border-line-soft bg-sunken px-3 py-2"
    >
      {answers.map(({ name, question, answer }) => (
        <div key={name} className="min-w-0">
          <dt className="inline text-ink-3">{beforeAnswer(question)} </dt>
          <dd className="inline whitespace-pre-line wrap-anywhere">{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
