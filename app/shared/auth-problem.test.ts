import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toAuthProblem, toSignInProblem } from "./auth-problem.ts";
import { fetchRecordingFailures } from "./failed-responses.ts";
import { problemText } from "./problem-text.ts";

// Tests share their globals with the files that run after them.
afterEach(() => vi.unstubAllGlobals());

const text = (error: Parameters<typeof toAuthProblem>[0]) =>
  problemText(toAuthProblem(error, "/auth/v1/token"), "Nothing happened");
const api = (status: number, code: string | undefined, message: string, more = {}) => ({
  name: "AuthApiError",
  status,
  message,
  ...(code ? { code } : {}),
  ...more,
});

/** Records the network response before supabase-js makes an error of it. */
async function answered(response: Response) {
  vi.stubGlobal("location", { href: "https://upfunnel.test/" });
  vi.stubGlobal("fetch", async () => response);
  await fetchRecordingFailures("https://upfunnel.test/auth/v1/token");
}

beforeEach(() => answered(new Response(null, { status: 204 })));

const UNEXPECTED = "An unexpected error occurred. Please try again.";

describe("auth errors have the texts of spec §8", () => {
  test.each([
    [
      api(400, "invalid_credentials", "Invalid login credentials"),
      "Invalid email or password. Please check your credentials and try again.",
    ],
    [
      api(400, undefined, "Invalid login credentials"),
      "Invalid email or password. Please check your credentials and try again.",
    ],
    [
      api(400, "email_not_confirmed", "Email not confirmed"),
      "Please check your email and click the confirmation link before signing in.",
    ],
    [
      api(422, "user_already_exists", "User already registered"),
      "An account with this email already exists. Please sign in instead.",
    ],
    [api(403, "user_banned", "User is banned"), "User is banned"],
    [api(500, "unexpected_failure", "Database error querying schema"), "Database error querying schema"],
    [{ name: "AuthRetryableFetchError", status: 502, message: "Bad Gateway" }, UNEXPECTED],
    [{ name: "AuthRetryableFetchError", status: 520, message: "HTTP 520" }, UNEXPECTED],
    [{ name: "AuthUnknownError", message: "Unexpected token <" }, "An unexpected error occurred. Please try again."],
    [
      { name: "AuthRetryableFetchError", status: 0, message: "Failed to fetch" },
      "We can't reach the server. Check your connection and try again.",
    ],
  ])("%j", (error, expected) => expect(text(error)).toBe(expected));

  test("a failed server's own message is shown, a gateway's page is not", async () => {
    const failed = (message: string) => ({ name: "AuthRetryableFetchError", status: 503, message });
    await answered(Response.json({ msg: "Sign-up is closed: no mailer." }, { status: 503 }));
    expect(text(failed("Sign-up is closed: no mailer."))).toBe("Sign-up is closed: no mailer.");
    expect(text(failed("{}"))).toBe(UNEXPECTED);
    await answered(new Response("<h1>Down</h1>", { status: 503, headers: { "Content-Type": "text/html" } }));
    expect(text(failed("Service Unavailable"))).toBe(UNEXPECTED);
  });

  test("too many attempts show when to retry", async () => {
    const wait = api(429, "over_request_rate_limit", "Request rate limit reached");
    expect(text(wait)).toBe("Too many attempts. Please wait a moment and try again.");
    await answered(Response.json({}, { status: 429, headers: { "Retry-After": "34" } }));
    expect(text(wait)).toBe("Too many attempts. Please try again in 34 seconds.");
    await answered(Response.json({}, { status: 429, headers: { "Retry-After": "700" } }));
    expect(text(wait)).toBe("Too many attempts. Please try again in 12 minutes.");
  });

  test("at sign-in, every other error shows the server's message unchanged", () => {
    const atSignIn = (error: Parameters<typeof toSignInProblem>[0]) =>
      problemText(toSignInProblem(error, "/auth/v1/token"), "Nothing happened");
    const message = fc.string({ minLength: 3 }).filter((text) => /^\w+ \w+ [^{[]*$/.test(text) && text === text.trim());
    const words = fc.array(fc.stringMatching(/^[A-Za-z0-9'.:]{1,12}$/), { minLength: 3 }).map((list) => list.join(" "));
    const code = fc.constantFrom(
      undefined,
      "over_request_rate_limit",
      "weak_password",
      "user_banned",
      "same_password",
      "session_not_found",
      "reauthentication_needed",
      "validation_failed",
      "provider_disabled",
    );
    const status = fc.constantFrom(400, 401, 403, 404, 405, 409, 410, 413, 422, 423, 429, 500, 501, 503);
    fc.assert(
      fc.property(status, code, fc.oneof(message, words), (given, name, said) => {
        if (said in { "Invalid login credentials": 1, "Email not confirmed": 1, "User already registered": 1 }) return;
        expect(atSignIn(api(given, name, said, { reasons: ["length"] }))).toBe(said);
      }),
    );
    expect(atSignIn(api(429, "over_request_rate_limit", "Request rate limit reached"))).toBe(
      "Request rate limit reached",
    );
    expect(atSignIn(api(400, "invalid_credentials", "Invalid login credentials"))).toBe(
      "Invalid email or password. Please check your credentials and try again.",
    );
  });

  test("weak passwords show the server's reasons", () => {
    const weak = api(422, "weak_password", "Choose another.", { reasons: ["common", "length"] });
    expect(text(weak)).toBe("Please choose a stronger password: it's too common, and it's too short.");
    expect(text({ ...weak, reasons: [] })).toBe("Choose another.");
  });
});

const PATH = "/auth/v1/factors/some-id/verify";

/** Every error code of the auth server's factor endpoints, with its text. */
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
  test.each(CASES)("%o has a plain text", (given, words) => {
    const text = problemText(toAuthProblem({ message: "Said by the server", ...given }, PATH), "Nothing happened");
    expect(text).toMatch(words);
    expect(text).not.toContain("Said by the server");
  });

  test("a lost connection and a server error do not count as wrong codes", () => {
    const offline = toAuthProblem({ message: "Failed to fetch", name: "AuthRetryableFetchError", status: 0 }, PATH);
    expect(offline.message).toMatch(/can't reach the server/);
    expect(toAuthProblem({ message: "boom", status: 500 }, PATH)).toMatchObject({ code: "server", message: "boom" });
  });
});
