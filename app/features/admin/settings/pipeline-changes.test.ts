import { expect, test } from "vitest";
import type { Stage } from "./api.ts";
import { changedStages, moveItem, stageProblems } from "./pipeline-changes.ts";

const stage = (key: string, label: string, days: number | null, fixed = false): Stage => ({
  key,
  label,
  position: 1,
  is_fixed: fixed,
  rots_after_days: days,
  updated_at: "",
});
const STAGES = [stage("new", "New", 1, true), stage("proposal", "Proposal", 10), stage("won", "Won", null, true)];
const SAME = {
  "new-label": "New",
  "new-days": "1",
  "proposal-label": "Proposal",
  "proposal-days": "10",
  "won-label": "Won",
};

test("only changes are written; no days mean never; fixed names stay", () => {
  expect(changedStages(STAGES, SAME)).toEqual([]);
  expect(changedStages(STAGES, { ...SAME, "new-label": "Fresh", "proposal-days": " " })).toEqual([
    { row: STAGES[1], label: "Proposal", rotsAfterDays: null },
  ]);
  expect(changedStages(STAGES, { ...SAME, "proposal-label": " Offer " })).toEqual([
    { row: STAGES[1], label: "Offer", rotsAfterDays: 10 },
  ]);
});

test("names are required, short and unique; days are 1 to 365", () => {
  expect(stageProblems(STAGES, SAME)).toEqual([]);
  expect(stageProblems(STAGES, { ...SAME, "proposal-label": "new", "proposal-days": "400" })).toEqual([
    ["proposal-label", "Another stage has this name"],
    ["proposal-days", "Enter 1–365, or leave empty"],
  ]);
  expect(stageProblems(STAGES, { ...SAME, "proposal-label": " " })).toEqual([["proposal-label", "Enter a stage name"]]);
});

const ROWS = [{ id: "a" }, { id: "b" }, { id: "c" }];
const moved = (id: string, by: -1 | 1) => moveItem(ROWS, id, by).map((row) => row.id);

test("A reason moves up or down by one, and nothing else changes", () => {
  expect(moved("b", -1)).toEqual(["b", "a", "c"]);
  expect(moved("b", 1)).toEqual(["a", "c", "b"]);
});

test("At either end, or with an unknown ID, nothing moves", () => {
  for (const [id, by] of [
    ["a", -1],
    ["c", 1],
    ["x", 1],
  ] as const)
    expect(moved(id, by)).toEqual(["a", "b", "c"]);
});
