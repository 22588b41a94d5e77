import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBackendReturn } from "./backend-return.ts";

const CODE = "5f0e3c1a-9b7d-4e21-8c44-0a1b2c3d4e5f";
const ERROR = "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid";

const page = fc.constantFrom("/", "/home");
const otherPage = fc.constantFrom(
  "/pricing",
  "/contact",
  "/launch",
  "/home/",
  "/homes",
  "/terms",
  "/services/home",
  "//",
);
const parameter = fc.tuple(fc.constantFrom("utm_source", "ref", "gclid", "x"), fc.string());
/** Writes one letter of a name or value in percent encoding. */
const spelled = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((encoded) =>
      [...text]
        .map((letter, at) => (encoded[at] ? `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}` : letter))
        .join(""),
    );
const queryWith = (pair: fc.Arbitrary<string>) =>
  fc.tuple(fc.array(parameter), pair, fc.array(parameter)).map(([before, middle, after]) => {
    const text = (list: [string, string][]) => new URLSearchParams(list).toString();
    return `?${[text(before), middle, text(after)].filter(Boolean).join("&")}`;
  });
const codePair = fc.tuple(spelled("code"), fc.uuid()).map(([name, code]) => `${name}=${code}`);
const errorPair = fc
  .tuple(spelled("error"), fc.constantFrom("access_denied", "server_error"), fc.constantFrom("otp_expired", ""))
  .map(([name, error, code]) => `${name}=${error}&${code ? `error_code=${code}` : "error_description=Link+expired"}`);

describe("A return from the backend", () => {
  test("is recognized on / and /home, in every spelling and between other parameters", () => {
    fc.assert(fc.property(page, queryWith(codePair), (path, search) => isBackendReturn(path, search, "")));
    fc.assert(fc.property(page, queryWith(errorPair), (path, search) => isBackendReturn(path, search, "")));
    const fragments = fc.constantFrom("#access_token=a.b.c&refresh_token=r", `#${ERROR}`, "#error=server_error");
    fc.assert(fc.property(page, fragments, (path, hash) => isBackendReturn(path, "", hash)));
  });

  test("is not recognized on other pages", () => {
    const addresses = fc.constantFrom(
      [`?code=${CODE}`, ""],
      [`?${ERROR}`, ""],
      ["", `#${ERROR}`],
      ["", "#access_token=a"],
    );
    fc.assert(
      fc.property(otherPage, addresses, (path, [search = "", hash = ""]) => !isBackendReturn(path, search, hash)),
    );
  });
});

describe("A campaign link is not taken for a backend return", () => {
  test.each(["SPRING", "", "20", "10-OFF", CODE.slice(1), `${CODE}0`, `${CODE},${CODE}`, ` ${CODE}`, "null"])(
    "with the code %j",
    (code) => expect(isBackendReturn("/", `?${new URLSearchParams({ code })}`, "")).toBe(false),
  );

  test.each([
    "?error=404",
    "?error=Sold out&error_description=x",
    "?error=",
    "?error=sold_out",
    "?error=x&error_code=SPRING",
    `?promo_code=${CODE}`,
    `?xcode=${CODE}`,
    `?code=SPRING&code=${CODE}`,
  ])("with %s", (search) => expect(isBackendReturn("/", search, "")).toBe(false));

  test("with any code that is not a UUID", () => {
    const text = fc
      .oneof(fc.string(), fc.stringMatching(/^[A-Z0-9-]{1,40}$/))
      .filter((value) => !/^[0-9a-f-]{36}$/i.test(value));
    fc.assert(fc.property(page, text, (path, code) => !isBackendReturn(path, `?${new URLSearchParams({ code })}`, "")));
  });

  test.each(["#results", "#error", "#access_token", "#error=Sold%20out", "#access_token="])(
    "with the fragment %s",
    (hash) => expect(isBackendReturn("/", "", hash)).toBe(false),
  );
});
