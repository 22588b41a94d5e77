import { invalidFieldsNotice, MIN_HUMAN_MS } from "../../../../domain/submission-rules.ts";
import type { FunctionDeps, FunctionHandler } from "../deps.ts";
import { failure, json } from "../respond.ts";
import type { z } from "../schema.ts";

type HoneypotFields = { topic?: unknown; elapsed_ms?: unknown };

export type SubmissionForm<Values extends HoneypotFields> = {
  schema: z.ZodType<Values>;
  /** Spec §5. */
  rules: { required: readonly string[]; title: string; text: string };
  /** Stores the submission, its lead and its emails in one transaction. */
  store: (values: Values, isSpam: boolean, deps: FunctionDeps) => PromiseLike<{ error: { message: string } | null }>;
};

/**
 * Makes a function that receives one form. It validates and stores the form first, and gives spam the same response as
 * everything else.
 */
export function receiveSubmission<Values extends HoneypotFields>(form: SubmissionForm<Values>): FunctionHandler {
  return async (request, deps) => {
    if (request.method !== "POST") return failure(405, "method_not_allowed", "Send the form with POST");
    const body: unknown = await request.json().catch(() => undefined);
    if (typeof body !== "object" || body === null || Array.isArray(body))
      return failure(400, "invalid_json", "The body must be a JSON object");
    const parsed = form.schema.safeParse(body);
    if (!parsed.success) return rejectSubmission(parsed.error.issues, form.rules);
    const { error } = await form.store(parsed.data, looksLikeSpam(parsed.data), deps);
    if (error) {
      deps.log("submission not stored", { error: error.message });
      return failure(503, "not_stored", "We couldn't save this. Please try again.");
    }
    return json({ success: true });
  };
}

function rejectSubmission(
  issues: readonly z.core.$ZodIssue[],
  rules: SubmissionForm<HoneypotFields>["rules"],
): Response {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[String(path.find((part) => part !== "lead") ?? "lead")] ??= message;
  const missing = issues.some(({ code, path }) => code === "too_small" && rules.required.includes(String(path.at(-1))));
  const { title, text } = missing ? rules : invalidFieldsNotice;
  return failure(400, "invalid_submission", text, { title, fields });
}

/**
 * The hidden field is filled in, or the form was sent faster than anyone types. A clock that was set back proves
 * nothing.
 */
export function looksLikeSpam({ topic, elapsed_ms: elapsed }: HoneypotFields): boolean {
  const hurried = typeof elapsed === "number" && elapsed >= 0 && elapsed < MIN_HUMAN_MS;
  return hurried || (typeof topic === "string" && topic.trim() !== "");
}
