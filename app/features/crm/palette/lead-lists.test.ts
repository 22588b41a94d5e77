import { expect, test } from "vitest";
import { listsNamed } from "./lead-lists.ts";

const known = {
  stages: [
    { key: "won", label: "Won" },
    { key: "call_booked", label: "Call Booked" },
  ],
  team: [{ user_id: "u1", name: "Wonda Reyes" }],
  tags: ["wonder", "not won over"],
};
const labels = (typed: string) => listsNamed(typed, known).map(({ label }) => label);

test("A stage, an owner and a tag are lists of leads by the beginnings of their names", () => {
  expect(labels("won")).toEqual([
    "Leads in Won",
    "Leads of Wonda Reyes",
    "Leads tagged “wonder”",
    "Leads tagged “not won over”",
  ]);
  expect(labels("leads in won")).toEqual(labels("won"));
  expect(labels("booked")).toEqual(["Leads in Call Booked"]);
  // Too little to mean a list.
  expect([labels("w"), labels("leads"), labels("leads in "), labels("ook")]).toEqual([[], [], [], []]);
});

test("People who see no leads of colleagues get only the list of their own", () => {
  const team = [...known.team, { user_id: "u2", name: "Wonder Diaz" }];
  const owners = (onlyOwner?: string) =>
    listsNamed("wond", { ...known, team, onlyOwner }).flatMap(({ kind, value }) => (kind === "owner" ? [value] : []));
  expect([owners(), owners("u2"), owners("u3")]).toEqual([["u1", "u2"], ["u2"], []]);
});

test("A list opens the table with its filter", () => {
  const to = new URL(listsNamed("won", known)[0]?.to ?? "", "https://x.example");
  expect(to.pathname).toBe("/crm/leads");
  expect(JSON.parse(to.searchParams.get("filter") ?? "")).toEqual({
    op: "and",
    rules: [{ field: "stage", is: "in", value: ["won"] }],
  });
});
