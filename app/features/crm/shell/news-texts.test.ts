import { expect, test } from "vitest";
import { formatCallTime } from "../../../../domain/format-date.ts";
import type { News } from "./api.ts";
import { earlierText, newsText } from "./news-texts.ts";

const SAID_AT = "2026-12-01T18:00:00Z";
const at = formatCallTime(SAID_AT);
const news = (event: News["event"], by: string | null = null, taken = false): News => ({
  ...{ id: "call-1", event, by, at: "2026-11-28T10:00:00Z", lead_id: "ann", first_name: "Ann", last_name: null },
  ...{ email: null, company: null, new_owner_name: null, is_read: false, account: null, payment: null },
  call: { id: "call", starts_at: "2026-12-09T18:00:00Z", said_at: SAID_AT, can_open: true, taken, host: null },
});

test.each<[News["event"], visitor: string, colleague: string]>([
  ["call_booked", `booked a call with you for ${at}`, `has a call with you on ${at}. Imani booked it`],
  ["call_moved", `moved your call to ${at}`, `has a new time for your call: ${at}. Imani moved it`],
  ["call_canceled", `canceled your call on ${at}`, `no longer has a call with you on ${at}. Imani canceled it`],
  ["call_received", `has a call with you on ${at} now`, `has a call with you on ${at}. Imani handed it over`],
])("%s names its time, and the colleague who did it", (event, visitor, colleague) => {
  expect([newsText(news(event)), newsText(news(event, "Imani"))]).toEqual([visitor, colleague]);
});

test("A colleague's call with a lead of the user names its host", () => {
  const theirs = (event: News["event"], by: string | null): News => {
    const item = news(event, by);
    return { ...item, call: item.call && { ...item.call, host: "Imani" } };
  };
  expect(newsText(theirs("call_moved", null))).toBe(`moved the call with Imani to ${at}`);
  expect(newsText(theirs("call_moved", "Sam"))).toBe(`has a new time for the call with Imani: ${at}. Sam moved it`);
  expect(newsText(theirs("call_canceled", null))).toBe(`canceled the call with Imani on ${at}`);
  expect(newsText(theirs("call_canceled", "Imani"))).toBe(
    `no longer has a call with Imani on ${at}. Imani canceled it`,
  );
});

test("A call that went to a colleague says whether they took it or a third person gave it to them", () => {
  expect(newsText(news("call_given", "Imani", true))).toBe(`has a new host for the call on ${at}. Imani took it over`);
  expect(newsText(news("call_given", "Sam"))).toBe(`has a new host for the call on ${at}. Sam handed it over`);
});

test("A payment says how much it was, and for what", () => {
  const paid = (more: Partial<News["payment"]>) =>
    newsText({
      ...{ ...news("paid"), lead_id: null, company: "Northside Dental", call: null },
      payment: {
        ...{ amount: 121_800, currency: "usd", invoices: 1, invoice_id: "1", number: "INV-1018", surplus: 0 },
        ...more,
      },
    });
  expect(paid({})).toBe("paid $1,218.00 for INV-1018");
  expect(paid({ invoices: 3 })).toBe("paid $1,218.00 for 3 invoices");
  expect(paid({ surplus: 121_800 })).toBe("paid $1,218.00 for INV-1018, which was already paid. Send the money back");
  expect(paid({ invoices: 3, surplus: 20_000 })).toBe(
    "paid $1,218.00 for 3 invoices. Send $200.00 back, because INV-1018 was already paid",
  );
});

test("What came before is listed from the earliest on, each once", () => {
  expect(earlierText([news("call_moved"), news("call_booked"), news("call_booked")])).toBe(
    "Before: call booked, call moved",
  );
});
