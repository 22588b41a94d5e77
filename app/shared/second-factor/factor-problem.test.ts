import { describe, expect, test } from "vitest";
import { factorProblemText, toFactorProblem } from "./factor-problem.ts";

const PATH = "/auth/v1/factors/some-id/verify";

/** Every code that the auth server gives at the factor endpoints, with what a person reads. */
const CASES = [
  [{ code: "mfa_verification_failed", status: 422 }, /wrong or was already used/],
  [{ code: "mfa_challenge_expired", status: 422 }, /has expired/],
  [{ code: "mfa_factor_name_conflict", status: 422 }, /already have an app with this name/],
  [{ code: "too_many_enrolled_mfa_factors", status: 422 }, /Remove one first/],
  [{ code: "mfa_factor_not_found", status: 404 }, /no longer set up/],
  [{ code: "insufficient_aal", status: 403 }, /Enter a code/],
  [{ code: "over_request_rate_limit", status: 429 }, /Too many attempts/],
  [{ code: "session_not_found", status: 403 }, /session has ended/],
] as const;

describe("a refusal at the factor endpoints", () => {
  test.each(CASES)("%o is told in plain words", (given, words) => {
    const text = factorProblemText(toFactorProblem({ message: "Said by the server", ...given }, PATH));
    expect(text).toMatch(words);
    expect(text).not.toContain("Said by the server");
  });

  test("a lost connection and a failure inside the server are no wrong codes", () => {
    const offline = toFactorProblem({ message: "Failed to fetch", name: "AuthRetryableFetchError", status: 0 }, PATH);
    expect(factorProblemText(offline)).toMatch(/can't reach the server/);
    expect(toFactorProblem({ message: "boom", status: 500 }, PATH)).toEqual({ code: "server", message: "boom" });
  });
});
