import { describe, expect, test } from "vitest";
import { authProblemText } from "./auth-messages.ts";
import { toAuthProblem } from "./auth-problem.ts";

const text = (error: Parameters<typeof toAuthProblem>[0]) => authProblemText(toAuthProblem(error, "/auth/v1/token"));
const api = (status: number, code: string | undefined, message: string, more = {}) => ({
  name: "AuthApiError",
  status,
  message,
  ...(code ? { code } : {}),
  ...more,
});

describe("auth errors read as spec §8 says", () => {
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
    [api(500, "unexpected_failure", "pq: relation x"), "An unexpected error occurred. Please try again."],
    [
      { name: "AuthRetryableFetchError", status: 503, message: "Sign-up is closed: no mailer." },
      "Sign-up is closed: no mailer.",
    ],
    [{ name: "AuthUnknownError", message: "Unexpected token <" }, "An unexpected error occurred. Please try again."],
    [
      { name: "AuthRetryableFetchError", status: 0, message: "Failed to fetch" },
      "We can't reach the server. Check your connection and try again.",
    ],
  ])("%j", (error, expected) => expect(text(error)).toBe(expected));

  test("too many attempts say when to come back", () => {
    const wait = api(429, "over_request_rate_limit", "Too many requests. Try again in 34 seconds.");
    expect(text(wait)).toBe("Too many attempts. Please try again in 34 seconds.");
    expect(text({ ...wait, message: "Slow down" })).toBe("Too many attempts. Please wait a moment and try again.");
    expect(text({ ...wait, message: "in 700 seconds" })).toBe("Too many attempts. Please try again in 12 minutes.");
  });

  test("weak passwords show the server's reasons", () => {
    const weak = api(422, "weak_password", "Choose another.", { reasons: ["common", "length"] });
    expect(text(weak)).toBe(
      "Please choose a stronger password: it is one of the most common ones, and it is too short.",
    );
    expect(text({ ...weak, reasons: [] })).toBe("Choose another.");
  });
});
