import { expect, test } from "vitest";
import type { BookedCall } from "./call-types.ts";
import { hostsOfTask, withHosts } from "./calls.ts";

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
