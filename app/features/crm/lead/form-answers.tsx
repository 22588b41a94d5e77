import { beforeAnswer, questionOf } from "../../../../domain/form-answers.ts";
import type { TimelineEvent } from "./api.ts";

/** The lead itself has these. */
const FACTS = new Set(["email", "name", "first_name", "last_name", "phone", "company"]);

/** What a visitor answered in a form of a landing page, beside the facts of the lead and what the event's text says already. */
export function answersOf({
  payload,
  body,
}: Pick<TimelineEvent, "payload" | "body">): [name: string, answer: string][] {
  const { answers } = payload;
  if (typeof answers !== "object" || answers === null || Array.isArray(answers)) return [];
  return Object.entries(answers).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" &&
      entry[1].trim() !== "" &&
      !FACTS.has(entry[0]) &&
      entry[1].trim() !== body?.trim(),
  );
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
      {answers.map(([name, answer]) => (
        <div key={name} className="min-w-0">
          <dt className="inline text-ink-3">{beforeAnswer(questionOf(name))} </dt>
          <dd className="inline whitespace-pre-line wrap-anywhere">{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
