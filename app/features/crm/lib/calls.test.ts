import { expect, test } from "vitest";
import type { BookedCall } from "./call-types.ts";
import { CALL_OUTCOMES, hostsOfTask, inOrder, outcomeText, toldText, withHosts } from "./calls.ts";

const HOSTS = [{ id: "imani", name: "Imani Castellano" }];
const call = { state: "booked", starts_at: "2026-12-01T10:00:00+00:00", hosts: HOSTS } as BookedCall;
const task = { kind: "call", due_at: "2026-12-01T10:00:00Z" };

test("the next step that is a colleague's call names its host", () => {
  expect(withHosts(hostsOfTask(task, [call], "sam"))).toBe("with Imani Castellano");
  expect(hostsOfTask(task, [call], null)).toEqual(HOSTS);
});

test("an own call, another task and a call without a host name nobody", () => {
  expect(hostsOfTask(task, [call], "imani")).toEqual([]);
  expect(hostsOfTask({ ...task, kind: "other" }, [call], "sam")).toEqual([]);
  expect(hostsOfTask({ ...task, due_at: "2026-12-01T11:00:00Z" }, [call], "sam")).toEqual([]);
  expect(hostsOfTask({ ...task, due_at: null }, [call], "sam")).toEqual([]);
  expect(hostsOfTask(task, [{ ...call, state: "cancelled" }], "sam")).toEqual([]);
  expect(withHosts([])).toBe("");
});

test("whoever gets an email about a call is named, and the viewer is you", () => {
  const [imani, theo, sam] = ["Imani Castellano", "Theo Lindqvist", "Sam Rivera"].map((name) => ({ id: name, name }));
  const told = (hosts: (typeof imani)[], me = "someone else") =>
    toldText({ name: "Noah López", hosts: hosts.filter((host) => host !== undefined) }, me);
  expect(told([])).toBe("Noah López gets an email");
  expect(told([imani])).toBe("Noah López and Imani Castellano get an email");
  expect(told([imani], imani?.id)).toBe("Noah López and you get an email");
  expect(told([imani, theo], imani?.id)).toBe("Noah López, Theo Lindqvist, and you get an email");
  expect(told([imani, theo, sam], imani?.id)).toBe("Noah López and all 3 hosts get an email");
});

test("a lead's calls ahead come first, the next one on top, and the others stay in their order", () => {
  const now = Date.parse("2026-11-30T10:00:00Z");
  const at = (id: string, state: BookedCall["state"], starts_at: string) =>
    ({ ...call, id, state, starts_at }) as BookedCall;
  const calls = [
    at("canceled", "cancelled", "2026-12-10T10:00:00Z"),
    at("later", "booked", "2026-12-08T10:00:00Z"),
    at("next", "booked", "2026-11-30T11:00:00+00:00"),
    at("begun", "booked", "2026-11-30T09:59:00Z"),
    at("held", "held", "2026-11-20T10:00:00Z"),
  ];
  expect(inOrder(calls, now).map(({ id }) => id)).toEqual(["next", "later", "canceled", "begun", "held"]);
  expect(inOrder([], now)).toEqual([]);
});

test("an outcome promises a link only to a visitor who has an address and no other call ahead", () => {
  const mia = { name: "Mia Olsen", email: "mia@example.com" };
  const [held, noShow] = CALL_OUTCOMES;
  const noted = "Call with Mia Olsen marked as a no-show";
  expect(outcomeText(mia, noShow)).toBe(`${noted}. Mia Olsen gets an email with a link to book again`);
  expect(outcomeText({ ...mia, email: "" }, noShow)).toBe(noted);
  expect(outcomeText(mia, noShow, { call_ahead: new Date(2026, 11, 3, 10).toISOString() })).toMatch(
    /^Call with Mia Olsen marked as a no-show\. Mia Olsen already has a call on Thu, Dec 3,.* 10:00 AM$/,
  );
  expect(outcomeText(mia, noShow, { has_link: true })).toBe(`${noted}. Mia Olsen already got the email with the link`);
  expect(outcomeText(mia, held)).toBe("Call with Mia Olsen marked as held");
  expect(outcomeText(mia, held, { movedTo: "Proposal" })).toBe(
    "Call with Mia Olsen marked as held. The lead moved to Proposal",
  );
});
