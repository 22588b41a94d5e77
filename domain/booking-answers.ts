import { phoneProblem } from "./phone.ts";
import { invalidEmailText, requiredFieldText } from "./submission-rules.ts";

/** The same addresses as zod's z.email. */
export const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export type AnswerRule = {
  kind: "text" | "textarea" | "select" | "email" | "tel";
  isRequired: boolean;
  maxLength: number;
};

/**
 * The problem with an answer on a booking page, without spaces around. Null if it is valid. The host checks with it, and the page's
 * script before it sends: server/booking/form-script.ts has its source, with that of everything named here.
 */
export function answerProblem(value: string, { kind, isRequired, maxLength }: AnswerRule): string | null {
  if (!value) return isRequired ? requiredFieldText : null;
  if (value.length > maxLength) return `At most ${maxLength} characters.`;
  if (kind === "email" && !EMAIL.test(value)) return invalidEmailText;
  const phone = kind === "tel" && phoneProblem(value);
  // The other problems on the page are sentences.
  return phone ? `${phone}.` : null;
}
