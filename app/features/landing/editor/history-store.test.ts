import { afterEach, expect, it, vi } from "vitest";
import { newBlock } from "../../../../domain/landing/blocks.ts";
import { type LandingDraft, withBlocks } from "../lib/landing-draft.ts";
import { loadHistory, saveHistory } from "./history-store.ts";

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
  removeItem: (key: string) => kept.delete(key),
});
afterEach(() => kept.clear());

const empty: LandingDraft = {
  slug: "a",
  title: "A",
  description: "",
  hide_title: false,
  content: "",
  blocks: null,
  theme: "default",
  custom_css: "",
  custom_js: "",
};
const step = (number: number, size = 1) =>
  withBlocks(
    empty,
    Array.from({ length: size }, (_, place) => ({ ...newBlock("text", `b${place}`), heading: `Step ${number}` })),
  );
const steps = (many: number, size = 1) => Array.from({ length: many }, (_, number) => step(number, size));

it("Fifty steps survive a reload, with their blocks and HTML", () => {
  const all = steps(80);
  const present = all.at(-1) as LandingDraft;
  expect(saveHistory("p", { past: all.slice(0, -1), present, future: [] })).toBe(true);
  const loaded = loadHistory("p", present);
  expect(loaded.past).toEqual(all.slice(-51, -1));
  expect(loaded.present).toBe(present);
});

it("A draft that was stored before the last steps has them in its future", () => {
  const all = steps(5);
  saveHistory("p", { past: all.slice(0, 4), present: all[4] as LandingDraft, future: [] });
  const loaded = loadHistory("p", all[2] as LandingDraft);
  expect([loaded.past.length, loaded.future]).toEqual([2, all.slice(3)]);
});

it("There is no history of a draft that someone else changed, nor of damaged storage", () => {
  const all = steps(3);
  saveHistory("p", { past: all.slice(0, 2), present: all[2] as LandingDraft, future: [] });
  expect(loadHistory("p", step(9)).past).toEqual([]);
  for (const text of [
    "{",
    "[]",
    '{"texts":[],"steps":[{"blocks":[7]}],"at":0}',
    '{"texts":["{}"],"steps":[{"blocks":[0]}],"at":0}',
  ]) {
    kept.set("landing-history:p", text);
    expect(loadHistory("p", empty).past).toEqual([]);
  }
});

it("Long pages keep fewer steps, so that the storage is bounded", () => {
  const long = Array.from({ length: 60 }, (_, number) => ({ ...empty, content: `${number}`.repeat(100_000) }));
  saveHistory("p", { past: long.slice(0, -1), present: long[59] as LandingDraft, future: [] });
  expect(kept.get("landing-history:p")?.length).toBeLessThan(1_000_001);
  expect(loadHistory("p", long[59] as LandingDraft).past.length).toBeGreaterThan(0);
});
