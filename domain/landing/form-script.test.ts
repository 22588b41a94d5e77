import { runInNewContext, Script } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_PHONES, PHONES } from "../../tests/support/phone-examples.ts";
import { FORM_FIELDS_SCRIPT, TYPED_CHECK } from "./form-fields-script.ts";
import { type FieldRule, invalidAnswer } from "./form-rules.ts";
import * as module from "./form-script.ts";

test("The script of a page's form is a program that browsers read", () => {
  const scripts = [...Object.values(module), FORM_FIELDS_SCRIPT].filter((value) => typeof value === "string");
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect(() => new Script(script.replace(/^<script[^>]*>|<\/script>$/g, ""))).not.toThrow();
});

test("The script refuses the same email addresses and phone numbers as the server", () => {
  const { isEmail, isPhone } = runInNewContext(`${TYPED_CHECK}({isEmail,isPhone})`) as Record<
    "isEmail" | "isPhone",
    (typed: string) => boolean
  >;
  const isRefused = (type: string, answer: string) =>
    invalidAnswer([{ name: "it", type, isRequired: false } as FieldRule], { it: answer }) !== undefined;
  const phones = fc.oneof(fc.constantFrom(...PHONES, ...NO_PHONES), fc.stringMatching(/^[+\d ()./x#ext-]{1,24}$/));
  const emails = fc.oneof(fc.emailAddress(), fc.stringMatching(/^[a-z.'+ä]{1,6}@[a-z.\d-]{1,12}$/));
  fc.assert(
    fc.property(phones, emails, (phone, email) => {
      if (phone.trim()) expect([phone, isPhone(phone.trim())]).toEqual([phone, !isRefused("tel", phone)]);
      expect([email, isEmail(email)]).toEqual([email, !isRefused("email", email)]);
    }),
  );
});
