import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAuthCallback, withoutAuthCallback } from "./auth-callback.ts";

describe("a return address", () => {
  test("carries a session in the fragment or in the query", () => {
    const session = { kind: "session", accessToken: "a", refreshToken: "r", type: "signup" };
    expect(readAuthCallback("", "#access_token=a&refresh_token=r&type=signup")).toEqual(session);
    expect(readAuthCallback("?access_token=a&refresh_token=r&type=signup", "")).toEqual(session);
  });

  test("is ignored when a token is missing", () => {
    expect(readAuthCallback("?access_token=a", "")).toEqual({ kind: "none" });
    expect(readAuthCallback("?access_token=a&refresh_token=", "")).toEqual({ kind: "none" });
  });

  test("carries an error or a code", () => {
    expect(readAuthCallback("", "#error=access_denied&error_code=otp_expired&error_description=Link+expired")).toEqual({
      kind: "error",
      error: "access_denied",
      errorCode: "otp_expired",
      description: "Link expired",
    });
    expect(readAuthCallback("?code=c", "")).toEqual({ kind: "code", code: "c" });
  });

  test("contains no secrets after cleaning", () => {
    const token = fc.string({ minLength: 4, unit: fc.constantFrom("a", "b", "1") });
    fc.assert(
      fc.property(token, (secret) => {
        const clean = withoutAuthCallback(
          "/auth",
          `?tab=signup&access_token=${secret}&refresh_token=${secret}&code=${secret}`,
        );
        return clean === "/auth?tab=signup";
      }),
    );
  });
});
