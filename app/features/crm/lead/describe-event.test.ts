import { expect, test } from "vitest";
import { formatCallTime } from "../../../../domain/format-date.ts";
import type { TimelineEvent } from "./api.ts";
import { describeEvent } from "./describe-event.ts";

const STARTS_AT = "2026-12-01T18:00:00Z";

const handedOver = (actor: string, more: Record<string, unknown> = {}) =>
  describeEvent(
    {
      ...{ id: "1", lead_id: "ann", kind: "booking", body: null, at: STARTS_AT, actor_id: actor, actor_name: "Theo" },
      payload: {
        ...{ event: "reassigned", title: "Intro call", starts_at: STARTS_AT, host: "theo", host_name: "Theo" },
        ...{ from: "imani", from_name: "Imani" },
        ...more,
      },
    } as unknown as TimelineEvent,
    String,
    "usd",
  ).text;

test("The history says whether a person gave a call to a colleague or took it over", () => {
  const call = `Intro call on ${formatCallTime(STARTS_AT)}`;
  expect(handedOver("imani")).toBe(`handed ${call} over to Theo`);
  expect(handedOver("theo")).toBe(`took over ${call} from Imani`);
  expect(handedOver("admin", { undone: 7 })).toBe(`handed ${call} back to Theo`);
  expect(handedOver("theo", { undone: 7 })).toBe(`took ${call} back from Imani`);
});

test("The history says whether a person ended or restored a consent, or the change of its address did", () => {
  const told = (payload: Record<string, unknown>) =>
    describeEvent({ kind: "consent", payload } as unknown as TimelineEvent, String, "usd").text;
  expect(told({ given: false })).toBe("marked consent as withdrawn");
  expect(told({ given: false, because: "email" })).toBe("ended their consent, which was for the earlier email address");
  expect(told({ given: true })).toBe("recorded their consent: agreed to be contacted");
  expect(told({ given: true, because: "undone" })).toBe("restored their consent: agreed to be contacted");
});

test("The history says which step a log completed", () => {
  const told = (kind: string, payload: Record<string, unknown>) =>
    describeEvent({ kind, payload } as unknown as TimelineEvent, String, "usd").text;
  const payload = { finished: "1", finished_title: "Call back" };
  expect(told("call", { ...payload, outcome: "connected" })).toBe("called, connected, which completed “Call back”");
  expect(told("email", { ...payload, subject: "Hi" })).toBe("sent an email: Hi, which completed “Call back”");
  expect(told("sms", payload)).toBe("sent a text, which completed “Call back”");
  expect(told("call", { outcome: "connected", finished_title: null })).toBe("called, connected");
});

test("The history says whether an email waits, was sent, or was withdrawn", () => {
  const told = (is_retracted: boolean, now: number) => {
    const payload = { subject: "Hi", to: "ann@lead.example", leaves_at: STARTS_AT, finished_title: "Write to Ann" };
    return describeEvent({ kind: "email", payload, is_retracted } as unknown as TimelineEvent, String, "usd", now).text;
  };
  const leaves = Date.parse(STARTS_AT);
  expect(told(false, leaves - 1)).toBe("is sending an email: Hi, which completed “Write to Ann”");
  expect(told(false, leaves)).toBe("sent an email: Hi, which completed “Write to Ann”");
  expect(told(true, leaves + 1)).toBe("withdrew an email: Hi");
  const logged = { kind: "email", payload: { outcome: "sent" }, is_retracted: true } as unknown as TimelineEvent;
  expect(describeEvent(logged, String, "usd").text).toBe("sent an email");
});

test("The history says which next step was completed", () => {
  const event = { kind: "task", payload: { kind: "other", title: "Send the offer" } } as unknown as TimelineEvent;
  expect(describeEvent(event, String, "usd")).toMatchObject({
    actor: true,
    text: "completed the next step “Send the offer”",
  });
});

test("The history says what an import did with the lead, and from which file", () => {
  const imported = (payload: Record<string, unknown>) =>
    describeEvent({ kind: "import", payload } as unknown as TimelineEvent, String, "usd").text;
  expect(imported({ what: "created", file: "fair.csv" })).toBe("imported the lead from fair.csv");
  expect(imported({ what: "updated", file: "fair.csv" })).toBe("updated the lead with an import of fair.csv");
  expect([imported({}), imported({ what: "updated" })]).toEqual([
    "imported the lead",
    "updated the lead with an import",
  ]);
});
