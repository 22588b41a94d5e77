import { Script } from "node:vm";
import { expect, test } from "vitest";
import { FORM_FIELDS_SCRIPT } from "./form-fields-script.ts";
import * as module from "./form-script.ts";

test("The script of a page's form is a program that browsers read", () => {
  const scripts = [...Object.values(module), FORM_FIELDS_SCRIPT].filter((value) => typeof value === "string");
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect(() => new Script(script.replace(/^<script[^>]*>|<\/script>$/g, ""))).not.toThrow();
});
