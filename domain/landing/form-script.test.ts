import { Script } from "node:vm";
import { expect, test } from "vitest";
import * as module from "./form-script.ts";
import { FORM_STEPS_SCRIPT } from "./form-steps-script.ts";

test("The script of a page's form is a program that browsers read", () => {
  const scripts = [...Object.values(module), FORM_STEPS_SCRIPT].filter((value) => typeof value === "string");
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect(() => new Script(script.replace(/^<script[^>]*>|<\/script>$/g, ""))).not.toThrow();
});
