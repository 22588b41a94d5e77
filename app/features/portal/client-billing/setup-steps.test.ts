import { expect, test } from "vitest";
import { isOwnOpen, setupSteps } from "./setup-checklist.tsx";

const fresh = {
  account_id: null,
  email_confirmed: true,
  dashboard: false,
  first_invoice: null,
  kickoff: null,
  invited: [] as string[],
  today: "2026-11-24",
};
const own = { hasName: false, hasCompany: false, hasColleagues: false, teamPath: null, seesWork: true };
const done = (setup: typeof fresh | object) => setupSteps({ ...fresh, ...setup }, own).map((step) => step.done);

test("each step is done when its data says so", () => {
  expect(done({})).toEqual([true, false, false, false, false]);
  expect(done({ email_confirmed: false })).toEqual([false, false, false, false, false]);
  expect(done({ dashboard: true, first_invoice: "2026-11-20" })).toEqual([true, false, true, true, false]);
});

test("the kickoff is done on its day, and named before", () => {
  expect(done({ kickoff: "2026-11-25" }).at(-1)).toBe(false);
  expect(done({ kickoff: "2026-11-24" }).at(-1)).toBe(true);
  expect(setupSteps({ ...fresh, kickoff: "2026-11-25" }, own).at(-1)?.text).toMatch(/^We start on /);
});

test("what the client can do is linked, and only owners invite", () => {
  const steps = setupSteps(fresh, {
    ...own,
    hasName: true,
    hasCompany: true,
    hasColleagues: false,
    teamPath: "/workspace/ember/team",
  });
  expect(steps.filter(({ link }) => link).map(({ title, done: isDone }) => [title, isDone])).toEqual([
    ["Your profile", true],
    ["Your team", false],
  ]);
  expect(setupSteps(fresh, own).map(({ title }) => title)).not.toContain("Your team");
});

test("one's own account keeps its open steps when another one that a person joined has invoices", () => {
  const mine = { id: "mine", role: "owner" as const };
  const joined = { id: "joined", role: "billing" as const };
  const setup = { ...fresh, account_id: "mine" };
  expect(isOwnOpen(setup, [mine, joined])).toBe(true);
  expect(isOwnOpen(setup, [mine])).toBe(false);
  expect(isOwnOpen({ ...setup, first_invoice: "2026-11-20" }, [mine, joined])).toBe(false);
  expect(isOwnOpen({ ...setup, kickoff: "2026-11-20" }, [mine, joined])).toBe(false);
  expect(isOwnOpen({ ...setup, account_id: "joined" }, [joined, { ...joined, id: "other" }])).toBe(false);
});

test("an open invitation is all that an owner can do for their team, so it counts", () => {
  const team = (invited: string[], hasColleagues = false) =>
    setupSteps({ ...fresh, invited }, { ...own, hasColleagues, teamPath: "/workspace/ember/team" }).find(
      ({ title }) => title === "Your team",
    );
  expect(team([])).toMatchObject({ done: false });
  expect(team(["x@y.example"])).toMatchObject({ done: true, text: "Invited: x@y.example" });
  expect(team(["x@y.example"], true)).toMatchObject({ done: true, text: "Your colleagues have joined." });
});

test.each([
  [false, false, "Add your name and your company."],
  [true, false, "Add your company."],
  [false, true, "Add your name."],
])("with a name: %s, with a company: %s, the profile says “%s”", (hasName, hasCompany, text) => {
  const steps = setupSteps(fresh, { ...own, hasName, hasCompany });
  expect(steps.find(({ title }) => title === "Your profile")?.text).toBe(text);
});

test("people who joined an account have only the steps of their role", () => {
  const titles = (more: Partial<typeof own>) => setupSteps(fresh, { ...own, ...more }).map(({ title }) => title);
  expect(titles({})).toContain("Lead dashboard");
  expect(titles({ seesWork: false })).not.toContain("Lead dashboard");
  const profile = (hasName: boolean) =>
    setupSteps(fresh, { ...own, hasName, hasCompany: null }).find(({ title }) => title === "Your profile");
  expect(profile(false)).toMatchObject({ done: false, text: "Add your name." });
  expect(profile(true)).toMatchObject({ done: true, text: "We know your name." });
});
