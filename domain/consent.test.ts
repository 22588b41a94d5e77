import { expect, test } from "vitest";
import { CONSENT_CHANNELS, consentText } from "./consent.ts";

test("Consent reads as one sentence, and one's own words are quoted", () => {
  for (const way of CONSENT_CHANNELS) {
    const stored = `Agreed to calls and messages, given ${way.toLowerCase()}`;
    expect(consentText(stored)).toBe(stored);
  }
  expect(consentText("Agreed to calls and messages, given Told me at the trade show")).toBe(
    "Agreed to calls and messages: “Told me at the trade show”",
  );
  // A form's words are the proof.
  expect(consentText("I agree to be called.")).toBe("I agree to be called.");
  expect(consentText(null)).toBe("Asked to be contacted through a form");
});
