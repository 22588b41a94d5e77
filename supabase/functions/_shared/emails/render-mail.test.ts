import { expect, test } from "vitest";
import { ALWAYS_SENT, SENT_TO_OTHERS } from "../../../../domain/emails-always-sent.ts";
import { CLIENT_INVOICE_STATUSES, isPayable } from "../../../../domain/invoices.ts";
import { NOTIFICATION_KINDS } from "../../../../domain/notification-kinds.ts";
import { callFile, hasCallFile } from "../mail/call-file.ts";
import { renderMail, TEMPLATES } from "./render-mail.tsx";

const sender = { agency: "Upfunnel", siteUrl: "https://agency.example" };
const lines = (text: string) => text.split("\n").filter((line) => line.trim());

test("The receipt for several invoices lists each with its amount, then the total on the card", async () => {
  const { text } = await renderMail(
    "payment-received",
    {
      amount: "214500",
      currency: "usd",
      invoices: "2",
      number: "UF-1 and UF-2",
      paid: "2026-11-24",
      method: "Visa ending in 4242",
      lines: JSON.stringify([
        { number: "UF-1", description: "Ads, October", amount: 150_000 },
        { number: "UF-2", description: "Landing page", amount: 64_500 },
      ]),
    },
    sender,
  );
  const shown = lines(text).join(" ").replaceAll(/\s+/g, " ");
  expect(shown).toContain("$2,145.00 in one payment on November 24, 2026 with Visa ending in 4242.");
  expect(shown).toContain(
    "UF-1 Ads, October $1,500.00 UF-2 Landing page $645.00 Total, one charge on the card $2,145.00",
  );
});

test.each([
  [
    { isPart: "true", whole: "364500", payer: "Jonas Whitfield" },
    "We received $2,145.00 for 2 invoices on November 24, 2026. It's part of one payment of $3,645.00 by Jonas Whitfield, which paid other invoices, too.",
    "Total, part of one payment of $3,645.00 by Jonas Whitfield $2,145.00",
  ],
  [
    { isPart: "true", whole: "364500" },
    "It's part of one payment of $3,645.00, which",
    "Total, part of one payment of $3,645.00 $2,145.00",
  ],
  [
    { isPart: "true", payer: "Jonas Whitfield" },
    "It's part of a larger payment by Jonas Whitfield, which",
    "Total, part of a larger payment by",
  ],
  [
    { payer: "Jonas Whitfield" },
    "We received $2,145.00 in one payment by Jonas Whitfield on",
    "Total, one payment by Jonas Whitfield $2,145.00",
  ],
])("A receipt for a part of a payment, or for one that a colleague made, says so: %j", async (more, text, total) => {
  const data = {
    ...{ amount: "214500", currency: "usd", invoices: "2", number: "UF-1 and UF-2", paid: "2026-11-24" },
    lines: JSON.stringify([{ number: "UF-1", description: "Ads", amount: 214_500 }]),
    ...more,
  };
  const mail = await renderMail("payment-received", data as Record<string, string>, sender);
  const shown = lines(mail.text).join(" ").replaceAll(/\s+/g, " ");
  expect(shown).toContain(text);
  expect(shown).toContain(total);
  expect(shown).not.toContain("one charge");
});

test("A payment of an invoice that was paid already says that it comes back, and whom the invoice bills", async () => {
  const data = {
    ...{ twice: "true", amount: "80000", payment: "20000", currency: "usd", number: "UF-1", description: "Ads" },
    ...{ paid: "2026-11-24", method: "Visa ending in 4242", billedTo: "Bo Baker" },
  };
  const { subject, text } = await renderMail("payment-received", data, sender);
  expect(subject).toBe("We received $200.00 too much for invoice UF-1");
  const shown = lines(text).join(" ").replaceAll(/\s+/g, " ");
  expect(shown).toContain(
    "We received $200.00 on November 24, 2026 with Visa ending in 4242. Invoice UF-1 was already paid by then, so we'll refund your payment.",
  );
  expect(shown).toContain("Ads (billed to Bo Baker)");
});

test.each([
  [{}, "It goes back to the card that paid and can"],
  [{ payer: "Jonas Whitfield" }, "It goes back to the card of Jonas Whitfield and can"],
  [{ billedTo: "Bo Baker" }, "It goes back to your card and can"],
])("A refund to a card says whose card it is: %j", async (more, said) => {
  const data = { amount: "80000", refunded: "20000", currency: "usd", number: "UF-1", reason: "Less", method: "Card" };
  const { text } = await renderMail("invoice-refunded", { ...data, ...more } as Record<string, string>, sender);
  expect(lines(text).join(" ").replaceAll(/\s+/g, " ")).toContain(said);
});

test("A refund of a second payment says that the invoice stays paid, and links to it only for those who see it", async () => {
  const refund = async (more: Record<string, string>) => {
    const data = {
      amount: "80000",
      refunded: "20000",
      currency: "usd",
      number: "UF-1",
      reason: "Twice",
      method: "Card",
    };
    return (await renderMail("invoice-refunded", { ...data, invoiceId: "i-1", ...more }, sender)).text;
  };
  const stays = "A second payment went back. The invoice stays paid.";
  expect(await refund({})).not.toContain(stays);
  expect(await refund({})).toContain("/invoices/i-1");
  expect(await refund({ staysPaid: "second" })).toContain(stays);
  // A single payment that was too much.
  expect(await refund({ staysPaid: "true" })).toContain("The invoice stays paid.");
  expect(await refund({ staysPaid: "true" })).not.toContain(stays);
  expect(await refund({ noPage: "true" })).not.toContain("/invoices/i-1");
});

test.each([{}, { owed: "1000" }, { lines: true }])(
  "The receipt of a payment for someone else says whom it billed: %j",
  async (more) => {
    const row = { number: "UF-1", description: "Ads", billedTo: "Bo Baker", amount: 45_050 };
    const data = {
      ...{
        amount: "45050",
        currency: "usd",
        number: "UF-1",
        description: "Ads",
        paid: "2026-11-24",
        billedTo: "Bo Baker",
      },
      ...more,
      ...("lines" in more && {
        invoices: "2",
        lines: JSON.stringify([row, { ...row, billedTo: null, description: "Web" }]),
      }),
    };
    const { text } = await renderMail("payment-received", data as Record<string, string>, sender);
    const shown = lines(text).join(" ").replaceAll(/\s+/g, " ");
    expect(shown.match(/\(billed to Bo Baker\)/g)).toHaveLength(1);
    expect(shown).toContain("Ads (billed to Bo Baker)");
  },
);

test.each([
  [
    { isPart: "true", whole: "94850", payer: "Bo Baker" },
    "We received $450.50 on November 24, 2026. It's part of one payment of $948.50 by Bo Baker, which paid other invoices, too.",
  ],
  [
    { isPart: "true", payer: "Bo Baker" },
    "We received $450.50 on November 24, 2026. It's part of a larger payment by Bo Baker, which paid other invoices, too.",
  ],
  [{ isPart: "true", whole: "94850" }, "It's part of one payment of $948.50, which paid other invoices, too."],
  [{ payer: "Bo Baker" }, "We received $450.50 from Bo Baker on November 24, 2026."],
  [{ payer: "Bo Baker", owed: "1000" }, "We received $450.50 from Bo Baker on November 24, 2026. $10.00 is still due."],
])("The receipt for one invoice says who else paid, and of which payment it is a part: %j", async (more, said) => {
  const data = { amount: "45050", currency: "usd", number: "UF-1", description: "Ads", paid: "2026-11-24", ...more };
  const { text } = await renderMail("payment-received", data as Record<string, string>, sender);
  expect(lines(text).join(" ").replaceAll(/\s+/g, " ")).toContain(said);
});

test("The receipt for one invoice says what was paid, for what, when and how", async () => {
  const data = {
    amount: "80000",
    currency: "usd",
    number: "UF-1",
    description: "Pro Funnel",
    paid: "2026-11-24",
    method: "Visa ending in 4242",
  };
  const { text } = await renderMail("payment-received", data, sender);
  expect(lines(text).join(" ").replaceAll(/\s+/g, " ")).toContain(
    "Invoice UF-1 Pro Funnel $800.00 Paid on November 24, 2026 with Visa ending in 4242 $800.00",
  );
});

test.each([
  ["invoice-reminder", { owed: "30000", state: "overdue" }, "Pro Funnel $300.00 Was due December 12, 2026 $300.00"],
  ["invoice-copy", { owed: "80000", state: "pending" }, "Pro Funnel $800.00 Due December 12, 2026 $800.00"],
  [
    "invoice-copy",
    { owed: "30000", state: "overdue" },
    "Pro Funnel $800.00 Paid so far -$500.00 Was due December 12, 2026 $300.00",
  ],
  ["invoice-copy", { owed: "0", state: "void" }, "Pro Funnel $800.00 Canceled $0.00"],
  [
    "payment-received",
    { payment: "60000", paid: "2026-12-01", method: "Visa ending in 4242" },
    "Pro Funnel $800.00 Paid before -$200.00 This payment on December 1, 2026 with Visa ending in 4242 $600.00",
  ],
  [
    "payment-received",
    {
      payment: "20000",
      paid: "2026-11-28",
      method: "Bank transfer",
      others: JSON.stringify([
        { paid: "2026-11-20", method: "Cash", amount: 30_000 },
        { paid: "2026-11-29", method: "Visa ending in 4242", amount: 30_000 },
      ]),
    },
    "$800.00 Paid on November 20, 2026 in cash -$300.00 Paid on November 29, 2026 with Visa ending in 4242 -$300.00 This payment on November 28, 2026 by bank transfer $200.00",
  ],
  [
    "payment-received",
    { payment: "80000", paid: "2026-12-01", refunded: "5000", others: '[{"paid":"2026-11-20","amount":5000}]' },
    "$800.00 Paid on November 20, 2026 -$50.00 Refunded $50.00 This payment on December 1, 2026 $800.00",
  ],
  ["payment-received", { owed: "30000" }, "Pro Funnel $800.00 Still due by December 12, 2026 $300.00"],
  ["payment-received", { owed: "30000", state: "overdue" }, "$800.00 Still due (was due December 12, 2026) $300.00"],
  ["invoice-credited", { credited: "20000" }, "Pro Funnel $1,000.00 Credit -$200.00 New total $800.00"],
  ["invoice-credited", { credited: "20000", owed: "80000" }, "$1,000.00 Credit -$200.00 New total $800.00"],
  [
    "invoice-credited",
    { credited: "20000", owed: "50000" },
    "$1,000.00 Credit -$200.00 New total $800.00 Paid so far -$300.00 Left to pay $500.00",
  ],
  [
    "payment-removed",
    { removed: "50000", owed: "60000" },
    "Pro Funnel $800.00 Paid so far -$200.00 Due December 12, 2026 $600.00",
  ],
  ["refund-removed", { removed: "10000", owed: "0" }, "Pro Funnel $800.00 Due now $0.00"],
  ["credit-removed", { removed: "20000", owed: "20000" }, "Paid so far -$600.00 Due December 12, 2026 $200.00"],
  ["credit-removed", { removed: "20000", owed: "80000", state: "active" }, "Pro Funnel $800.00 Due later $800.00"],
  ["invoice-refunded", { refunded: "10000" }, "Pro Funnel $800.00 Refunded $100.00"],
])("%s shows its amounts below each other", async (template, more, statement) => {
  const data = { amount: "80000", currency: "usd", number: "UF-1", description: "Pro Funnel", due: "2026-12-12" };
  const { text } = await renderMail(template, { ...data, ...more }, sender);
  expect(lines(text).join(" ").replaceAll(/\s+/g, " ")).toContain(statement);
});

test("An email to someone with several accounts says which one it is about, below its heading", async () => {
  const data = { number: "UF-1", description: "Ads", amount: "150000", currency: "usd", name: "Jonas" };
  const about = async (more: Record<string, string>) =>
    lines((await renderMail("invoice-issued", { ...data, ...more }, sender)).text);
  const said = await about({ forAccount: "Northside Dental" });
  const heading = said.findIndex((line) => line.includes("$1,500.00 for Ads"));
  expect(said.slice(heading + 1, heading + 3)).toEqual(["For Northside Dental", "Hi Jonas,"]);
  expect((await about({})).some((line) => line.startsWith("For "))).toBe(false);
});

test("A copy of an invoice asks for money only while the invoice is open", async () => {
  const data = { amount: "80000", currency: "usd", number: "UF-1", description: "Pro Funnel", due: "2026-12-12" };
  const words = {
    pending: "$800.00 is due",
    overdue: "$800.00 is due",
    active: "You can't pay it yet",
    paid: "It's paid. You don't owe anything.",
    "partly refunded": "part of the money was sent back to you. You don't owe anything.",
    refunded: "all of the money was sent back to you. You don't owe anything.",
    void: "It's canceled. You don't owe anything.",
  };
  for (const state of Object.keys(CLIENT_INVOICE_STATUSES)) {
    const isOpen = isPayable(state);
    const { text, subject } = await renderMail(
      "invoice-copy",
      { ...data, state, owed: isOpen ? "80000" : "0" },
      sender,
    );
    const said = lines(text).join(" ").replaceAll(/\s+/g, " ");
    expect(said).toContain(words[state as keyof typeof words]);
    expect(/View and pay|pay it online| is due for/.test(said), state).toBe(isOpen);
    expect(subject).not.toContain("$");
  }
});

test.each(["payment-removed", "refund-removed", "credit-removed"])(
  "%s gives the reason that the admin wrote, and no other one",
  async (template) => {
    const data = {
      number: "UF-1",
      amount: "80000",
      removed: "5000",
      owed: "5000",
      currency: "usd",
      reason: "It bounced",
    };
    const { text } = await renderMail(template, { ...data, due: "2026-11-22", state: "overdue" }, sender);
    expect(text).toContain("Reason: It bounced");
    expect(text).not.toContain("mistake");
    expect(text.replaceAll(/\s+/g, " ")).toContain("Was due November 22, 2026");
  },
);

test("An invoice's number stays on one line wherever an email says it, in headings, too", async () => {
  const number = "INV-2026-0001";
  let said = 0;
  for (const template of TEMPLATES) {
    const data = { number, amount: "80000", owed: "80000", currency: "usd", description: "Ads", due: "2026-12-12" };
    const { html } = await renderMail(template, data, sender).catch(() => ({ html: "" }));
    // The line that the inbox shows is not in the email itself.
    const shown = html.slice(html.indexOf('class="card"'));
    const kept = `<span style="white-space:nowrap">${number}</span>`;
    said += shown.split(kept).length - 1;
    expect(shown.replaceAll(kept, ""), template).not.toContain(number);
  }
  expect(said).toBeGreaterThan(10);
});

test("The alert about a landing form has questions as people read them, and no empty answers", async () => {
  const more = "dental_insurance: \nreason_for_your_visit: Pain";
  const { text } = await renderMail("landing-alert", { name: "Pat", message: "Hello", more }, sender);
  expect(text).toContain("Reason for your visit: Pain");
  expect(text).not.toMatch(/_for_|insurance/i);
  const asked = 'Braces & "aligners": Yes\nAnything else we should know? No\ncolor: Red';
  const mail = await renderMail("landing-alert", { name: "Pat", more: asked }, sender);
  expect(mail.text).toContain('Braces & "aligners": Yes\nAnything else we should know? No\nColor: Red');
});

const OFTEN_MISSING = ["name", "company", "phone", "business", "question", "files", "askedFiles", "owner", "message"];

test.each(TEMPLATES)("%s treats what the database says is null as missing", async (template) => {
  const outcome = (data: Record<string, unknown>) => renderMail(template, data, sender).catch(({ message }) => message);
  const nulls = Object.fromEntries(OFTEN_MISSING.map((name) => [name, null]));
  expect(await outcome(nulls)).toEqual(await outcome({}));
});

test.each(["premium-canceled", "premium-kept", "trial-ending"])(
  "%s doesn't say that its reader did it, because a colleague may have",
  async (template) => {
    const { subject, text } = await renderMail(template, { ends: "2026-12-29", canceled: "true" }, sender);
    expect(`${subject} ${text}`).not.toMatch(/You(.ve)? (canceled|kept)/);
    expect(text).toMatch(/(Premium|The plan) (was canceled|stays active)/);
  },
);

test("A request without files is confirmed", async () => {
  const data = { type: "dashboard_change", business: "Ember", question: "Hello", files: null };
  const { text } = await renderMail("request-received", data, sender);
  expect(text).not.toContain("You attached");
  expect(text).toContain("View request https://agency.example/client-dashboard?tab=communication");
});

test("A reminder says how far ahead the call is and how to change it, and links end without a period", async () => {
  const call = {
    title: "Strategy call",
    startsAt: "2026-12-03T17:00:00Z",
    endsAt: "2026-12-03T17:30:00Z",
    minutes: "60",
  };
  const phone = { ...call, location: "phone", phone: "(503) 555-0148", manageKey: "k" };
  const { text } = await renderMail("booking-reminder", phone, sender);
  expect(text).toContain("Your call is in 1 hour");
  expect(text).toMatch(/Change or cancel the call https:\/\/agency\.example\/booking\/k$/m);
  const video = { ...call, location: "video", place: "https://meet.example/1", manageKey: "k" };
  const meeting = await renderMail("booking-reminder", video, sender);
  expect(meeting.text).toMatch(/Join the call https:\/\/meet\.example\/1$/m);
  expect(meeting.text).toMatch(/https:\/\/agency\.example\/booking\/k$/m);
  expect(lines(text).at(-1)).toMatch(/agency\.example$/);
});

const booked = {
  title: "Strategy call",
  startsAt: "2026-12-03T17:00:00Z",
  endsAt: "2026-12-03T17:30:00Z",
  timeZone: "America/Los_Angeles",
  location: "phone",
  phone: "(503) 555-0148",
  name: "Ann Lee",
  hosts: "Mia Olsen",
  reminders: "1440,60",
  manageKey: "k",
  accountSlug: "agency",
  typeSlug: "strategy-call",
};

test("Emails about a call greet the visitor and say every time with its zone", async () => {
  const when = "Thursday, December 3, 2026 at 9:00\u00a0AM, Pacific Time";
  const mail = await renderMail("booking-booked", booked, sender);
  expect(mail.subject).toBe(`Your call with Upfunnel on ${when}`);
  const text = mail.text.replaceAll(/\s+/g, " ");
  expect(text).toContain("Hi Ann,");
  expect(text).toContain("You'll get a reminder by email 24 hours before and 1 hour before.");
  expect(text).toContain("Mia Olsen will call you at 9:00 AM. Please keep your phone nearby.");
  const moved = await renderMail("booking-rescheduled", { ...booked, from: "2026-12-02T17:00:00Z" }, sender);
  expect(moved.text.replaceAll(/\s+/g, " ")).toContain(
    "It was on Wednesday, December 2, 2026 at 9:00 AM, Pacific Time.",
  );
  const host = await renderMail("booking-host-booked", booked, sender);
  expect(host.text).not.toContain("Hi Ann");
  const typed = await renderMail("booking-booked", { ...booked, name: "Buy:spam.example now" }, sender);
  expect(typed.text).not.toContain("spam");
});

test.each([
  ["booked", "Open the call"],
  ["rescheduled", "Open the call"],
  ["reopened", "Open the call"],
  ["cancelled", "Open your calls"],
])("A host opens a call that was %s from its email, also one whose lead a colleague owns", async (event, button) => {
  const data = { ...booked, bookingId: "b", leadId: "7", from: "2026-12-02T17:00:00Z" };
  const { text } = await renderMail(`booking-host-${event}`, data, sender);
  expect(text).toMatch(new RegExp(`^${button} https://agency\\.example/crm/calls\\?week=2026-12-03&call=b$`, "m"));
  expect(text).not.toContain("/leads/");
});

test("The host's email says who booked the call: the lead, a colleague or the host", async () => {
  const textFor = async (data: Record<string, string>) =>
    (await renderMail("booking-host-booked", { ...booked, ...data }, sender)).text;
  expect(await textFor({})).toMatch(/^Ann Lee booked a call with you$/m);
  expect(await textFor({ bookedBy: "Theo" })).toMatch(/^Theo booked a call for you with Ann Lee$/m);
  expect(await textFor({ isBooker: "true" })).toMatch(/^You booked a call with Ann Lee$/m);
});

test("After an undone cancellation, visitor and host read that the call takes place after all, with its calendar file", async () => {
  const when = "Thursday, December 3, 2026 at 9:00\u00a0AM, Pacific Time";
  const visitor = await renderMail("booking-reopened", booked, sender);
  expect(visitor.subject).toBe(`Booked again: your call with Upfunnel on ${when}`);
  expect(visitor.text).toContain("Your call takes place after all");
  const host = await renderMail("booking-host-reopened", booked, sender);
  expect(host.subject).toBe(`Booked again: call with Ann Lee on ${when}`);
  expect(host.text).toContain("The call with Ann Lee takes place after all");
  for (const template of ["booking-reopened", "booking-host-reopened"]) {
    expect(hasCallFile(template)).toBe(true);
    const { contentType } = callFile(template, booked, "Acme", "https://agency.example", new Date(0));
    expect(contentType).toContain("method=REQUEST");
  }
});

test.each([
  ["payment-received", "A payment counts again"],
  ["invoice-refunded", "Your refund counts again"],
  ["invoice-credited", "Nothing is due now."],
])("%s about an entry that counts again says so, and promises no money", async (template, words) => {
  const data = {
    ...{ name: "Ann", invoiceId: "i", number: "INV-7", description: "Ads", amount: "5000", currency: "usd" },
    ...{ method: "Bank transfer", refunded: "1500", credited: "1500", reason: "Late", paid: "2026-11-20" },
    ...(template === "invoice-credited" && { owed: "0" }),
  };
  const again = await renderMail(template, { ...data, restored: "true" }, sender);
  const text = again.text.replaceAll(/\s+/g, " ");
  expect(text).toContain(words);
  expect(text).toContain("by mistake, so it counts again.");
  expect(text).not.toMatch(/business days|We received|Thanks/);
  const first = await renderMail(template, data, sender);
  expect(first.text).not.toContain("counts again");
  expect(first.subject).not.toContain("Correction");
});

test.each([
  [{ owed: "30000", due: "2026-12-08", state: "pending" }, "$300.00 is left. Due December 8, 2026."],
  [{ owed: "30000", due: "2026-11-08", state: "overdue" }, "$300.00 is left. Was due November 8, 2026."],
  [{ owed: "30000", state: "pending" }, "$300.00 is left. Due on receipt."],
  [{ owed: "30000", due: "2026-12-08", state: "active" }, "$300.00 is due later."],
  [{ owed: "0", due: "2026-12-08", state: "paid" }, "Nothing is due now."],
])("The email of a credit says when the rest is due: %j", async (more, words) => {
  const data = { number: "UF-1", amount: "30000", currency: "usd", credited: "20000", reason: "Late", ...more };
  const { text } = await renderMail("invoice-credited", data, sender);
  expect(text.replaceAll(/\s+/g, " ")).toContain(words);
});

test.each(["booking-missed", "booking-rebook"])(
  "%s names the missed time, and no place for a call that has ended",
  async (template) => {
    const data = { ...booked, location: "phone", phone: "+15035550148" };
    const { text } = await renderMail(template, data, sender);
    expect(text).toContain("Day: ");
    expect(text).not.toMatch(/Where: |We'll call you/);
    expect(text).toContain("Choose a new time");
  },
);

test("Someone who only pays for their own plan isn't told that Premium continues in an account that they left", async () => {
  const left = await renderMail("premium-kept", { left: "Northside Dental", ends: "2026-12-08" }, sender);
  expect(left.subject).toBe("Your Premium plan continues");
  expect(left.text).not.toContain("Premium continues");
  expect((await renderMail("premium-kept", { ends: "2026-12-08" }, sender)).subject).toBe("Premium continues");
});

test.each(["lead-arrived", "booking-host-booked"])(
  "In plain text, %s says an address and a number once",
  async (template) => {
    const data = { ...booked, ...lead, email: "pat@visitor.example", phone: "+15035550148" };
    const { text } = await renderMail(template, data, sender);
    expect(text).toMatch(/^Email: pat@visitor\.example$/m);
    expect(text).toMatch(/^Phone: \+1 503 555 0148$/m);
  },
);

test("After a canceled call, the button leads to the calendar, if the call can still be booked", async () => {
  const canceled = await renderMail("booking-cancelled", booked, sender);
  expect(canceled.text).toMatch(/Book a new call https:\/\/agency\.example\/book\/agency\/strategy-call\?after=k$/m);
  // No one calls anymore.
  expect((await renderMail("booking-booked", booked, sender)).text).toContain("Where: ");
  expect(canceled.text).not.toContain("Where: ");
  const closed = await renderMail("booking-cancelled", { ...booked, typeSlug: null }, sender);
  expect(closed.text).not.toContain("Book a new call");
});

test("A confirmation repeats what was sent and leads to the calendar", async () => {
  const data = { name: "Ann", company: "Ember", website: "ember.example", words: "Ten calls", callsAt: "/book/agency" };
  const { text } = await renderMail("application-confirmation", data, sender);
  for (const said of ["Company: Ember", "Website: ember.example", "Ten calls"]) expect(text).toContain(said);
  expect(text).toMatch(/Book a call https:\/\/agency\.example\/book\/agency$/m);
  expect((await renderMail("contact-confirmation", { name: "Ann" }, sender)).text).not.toContain("Book a call");
});

test("A long word in a button does not widen the email", async () => {
  const { html } = await renderMail("contact-alert", { name: "W".repeat(80), email: "w@example.com" }, sender);
  expect(html).toMatch(/<a[^>]*style="[^"]*overflow-wrap:anywhere[^"]*"[^>]*>(?:(?!<\/a>).)*W{80}/);
  // A phone shows it as wide as its screen.
  expect(html).toContain('name="viewport"');
});

test("A quoted message keeps its lines in HTML and in plain text, where no style applies", async () => {
  const data = { type: "dashboard_change", business: "Ember", question: "First line\nSecond line" };
  const { html, text } = await renderMail("request-received", data, sender);
  expect(html).toMatch(/First line<br\s*\/?>(<!-- -->)?Second line/);
  expect(text).toContain("First line\nSecond line");
});

test("Emails to admins about a request are one thread, and a reply is readable and escaped", async () => {
  const data = {
    requestId: "7",
    client: "Pat Lee",
    business: "Ember & Co",
    words: "First line\n<b>Second</b> line",
    files: "a.pdf\nb.pdf",
  };
  const arrived = await renderMail("request-arrived", { ...data, type: "general_inquiry" }, sender);
  const reply = await renderMail("request-reply", data, sender);
  expect([arrived.subject, reply.subject]).toEqual(["Request from Ember & Co", "Re: Request from Ember & Co"]);
  expect([arrived.thread, reply.thread]).toEqual([
    { key: "request-7", isFirst: true },
    { key: "request-7", isFirst: false },
  ]);
  expect(reply.html).not.toContain("<b>");
  expect(reply.html).toContain("&lt;b&gt;Second");
  expect(reply.text).toContain("First line\n<b>Second</b> line");
  expect(reply.text).toContain("a.pdf, b.pdf");
  expect(reply.text).toContain("https://agency.example/admin/requests?q=Ember%20%26%20Co#request-7");
});

test("The answer to a request leads to it and offers a reply in the portal", async () => {
  const { text } = await renderMail("request-answered", { answer: "Send us the numbers", requestId: "7" }, sender);
  expect(text).toContain("Reply in your portal");
  expect(text).toContain("https://agency.example/client-dashboard?tab=communication#request-7");
});

test("The answer to a request of someone who left the account tells an owner whose it was, and that they can't reply", async () => {
  const data = { answer: "It is on", question: "Please add a column", requestId: "7", asker: "Tara Two" };
  const { subject, text } = await renderMail("request-answered", data, sender);
  expect(subject).toContain("replied to Tara Two's request");
  expect(text).toContain("Tara Two wrote:");
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "Tara Two is no longer in the account. To continue, send a new request",
  );
  expect(text).not.toContain("Reply in your portal");
});

test.each([
  ["9", "9 codes are left."],
  ["1", "One code is left."],
  ["0", "It was the last one."],
])("After a recovery code, with %s left, the email says: %s", async (left, sentence) => {
  const { text } = await renderMail("recovery-code-used", { left }, sender);
  expect(text).toContain(sentence);
});

test.each([
  ["true", "https://agency.example/workspace?invitation=secret", "Sign in with this address"],
  ["false", "https://agency.example/auth?tab=signup&invitation=secret", "Choose a password"],
])("An invitation to an account, with an account already: %s, leads to %s", async (known, link, sentence) => {
  const data = { token: "secret", business: "Northside Dental", role: "billing", known, by: "Mia Olsen" };
  const { subject, text } = await renderMail("account-invitation", data, sender);
  expect(subject).toBe("Mia Olsen invited you to Northside Dental");
  expect(text).toContain(link);
  expect(text.replaceAll(/\s+/g, " ")).toContain("as its billing contact");
  expect(text.replaceAll(/\s+/g, " ")).toContain(sentence);
  const own = await renderMail("account-invitation", { ...data, business: "Mia Olsen" }, sender);
  expect(own.subject).toBe("Mia Olsen invited you to their account");
  expect(own.text).not.toContain("invited you to Mia Olsen");
});

const client = { agency: "Northside Dental", siteUrl: "https://agency.example", account: { slug: "northside" } };
const times = { startsAt: "2026-12-03T17:00:00Z", endsAt: "2026-12-03T17:30:00Z" };
const lead = { who: "Pat", leadId: "7", target: "300", name: "Pat", email: "pat@example.com", page: "Smile", ...times };

test.each([
  ["lead-arrived", "/workspace/northside/leads/7", "/crm/leads/7"],
  ["lead-clock-warning", "/workspace/northside/leads/7", "/crm/leads/7"],
  ["lead-clock-breached", "/workspace/northside/leads/7", "/crm/leads/7"],
  ["lead-clock-escalated", "/workspace/northside/leads/7", "/crm/leads/7"],
  ["landing-alert", "/workspace/northside/leads/7", "/crm/leads/7"],
  ["booking-host-booked", "/workspace/northside/calls?week=2026-12-03", "/crm/calls?week=2026-12-03"],
  ["landing-domain-missing", "/workspace/northside/pages", "/admin/landing-pages"],
  ["landing-domain-stopped", "/workspace/northside/pages", "/admin/landing-pages"],
])("%s about a client's row leads to its workspace and names nobody else", async (template, theirs, ours) => {
  const of = await renderMail(template, lead, client);
  expect(of.fromName).toBe("Northside Dental");
  expect(of.text).toContain(`https://agency.example${theirs}`);
  expect(of.text).not.toMatch(/\/crm|\/admin|Upfunnel/);
  expect(lines(of.text).at(-1)).toMatch(/Sent by Northside Dental$/);
  expect(of.html).not.toContain("cid:");
  expect(of.html).toContain(">ND<");
  const own = await renderMail(template, lead, sender);
  expect(own.fromName).toBeUndefined();
  expect(own.text).toContain(`https://agency.example${ours}`);
  expect(own.text).not.toContain("/workspace/");
  expect(lines(own.text).join(" ")).toContain("Sent by Upfunnel, agency.example");
  expect(own.html).toContain("cid:");
});

test.each([
  ["landing-confirmation", "A person will reply soon.", "A person will reply within 24 hours."],
  ["lead-message", "Hello Pat", "Hello Pat"],
])("%s to a client's lead is from the client, and its preview text is right", async (template, theirs, ours) => {
  const data = { text: "Hello Pat", subject: "Hi", agencyEmail: "owner@northside.example" };
  const of = await renderMail(template, data, { ...client, email: "owner@northside.example" });
  expect(of).toMatchObject({ fromName: "Northside Dental", replyTo: "owner@northside.example" });
  expect(previewOf(of.html)).toBe(theirs);
  expect(`${of.text}${of.html}`).not.toMatch(/agency\.example|24 hours/);
  const own = await renderMail(template, data, sender);
  expect(previewOf(own.html)).toBe(ours);
  expect(own.text).toContain("agency.example");
});

/** The text of the hidden line that an inbox shows after the subject. */
function previewOf(html: string): string | undefined {
  return /data-skip-in-text="true"[^>]*>([^<]*)</.exec(html)?.[1]?.trim();
}

test.each([
  [
    "landing-approval-requested",
    "It goes live when an admin approves it.",
    "https://agency.example/admin/landing-pages?accounts=*waiting",
  ],
  [
    "landing-approval-approved",
    "We published it as you sent it.",
    "https://agency.example/workspace/northside/pages/9",
  ],
  ["landing-approval-declined", "Name the price.", "https://agency.example/workspace/northside/pages/9"],
])("%s is from the agency", async (template, preview, link) => {
  const data = {
    page: "Smile",
    business: "Northside Dental",
    note: "Name the price.",
    workspace: "northside",
    pageId: "9",
  };
  const mail = await renderMail(template, data, sender);
  expect(mail.subject).toContain("Smile");
  expect(previewOf(mail.html)).toBe(preview);
  expect(mail.text).toContain(link);
  expect(lines(mail.text).join(" ")).toContain("Sent by Upfunnel, agency.example");
});

test("An account's email has its logo and its color, readable in both themes; an unreadable color changes nothing", async () => {
  const logo = { url: "https://agency.example/logo.png", width: 120, height: 40, plate: false };
  const { html } = await renderMail("lead-arrived", lead, { ...client, logo, accent: "#0b2a5b" });
  expect(html).toMatch(/<img[^>]*alt="Northside Dental"[^>]*src="https:\/\/agency.example\/logo.png"/);
  expect(html).toMatch(/<a[^>]*class="action"[^>]*style="[^"]*background-color:#0b2a5b[^"]*color:#ffffff/);
  expect(html).toMatch(/\.action \{ background-color: #(?!0b2a5b)[0-9a-f]{6} !important/);
  const plain = await renderMail("lead-arrived", lead, client);
  const odd = await renderMail("lead-arrived", lead, { ...client, accent: "#000000" });
  expect(odd.html).toBe(plain.html);
  expect(plain.html).toMatch(/class="action"[^>]*style="[^"]*background-color:#f96c1b/);
});

test("The team's email about a new lead has the answers of its form, escaped and without a second email", async () => {
  const answers = JSON.stringify({
    page: "Smile",
    source: "instagram",
    message: "Hello <b>you</b>",
    more: "which_tooth: Front\nreferrer: ",
    target: "12",
    files: "x-ray.png\nplan.pdf",
  });
  const mail = await renderMail("lead-arrived", { ...lead, form: "landing", answers }, client);
  expect(mail.text).toMatch(/Page: Smile[\s\S]*Source: instagram[\s\S]*Hello <b>you<\/b>[\s\S]*Which tooth: Front/);
  expect(mail.html).toContain("Hello &lt;b&gt;you&lt;/b&gt;");
  expect(mail.text).not.toContain("Referrer");
  expect(mail.text).toContain("Files in the lead's history: x-ray.png, plan.pdf");
  const alert = await renderMail("landing-alert", { name: "Pat", files: "plan.pdf" }, client);
  expect(alert.text).toContain("Files in the lead's history: plan.pdf");
  const application = await renderMail("lead-arrived", { ...lead, form: "application", answers }, client);
  expect(application.text).toContain("New clients per month: 12");
  expect(application.text).toContain("within 5 minutes");
  expect((await renderMail("lead-arrived", lead, client)).subject).toBe("New lead: Pat");
});

test.each([
  ["lead-arrived", {}],
  ["lead-clock-warning", { left: "60" }],
  ["lead-clock-breached", {}],
  ["lead-arrived", { mine: "true" }, "answer"],
  ["lead-clock-warning", { left: "60", mine: "true" }, "answer"],
  ["lead-clock-breached", { mine: "true" }, "answer"],
  ["lead-clock-escalated", { part: "rep" }],
  [
    "lead-clock-escalated",
    { part: "rep", handedOver: "true", owner: "Bo" },
    "answer",
    "Bo had it, and the lead is yours now.",
  ],
  ["lead-clock-escalated", { part: "owner" }, "answer"],
  [
    "lead-clock-escalated",
    { part: "owner", handedOver: "true", rep: "Ann" },
    "claim it and answer",
    "It now belongs to Ann.",
  ],
])(
  "%s asks people of a free account only for what they can do: %j",
  async (template, more, can = "claim it and answer", handOver = "") => {
    const { text } = await renderMail(template, { ...lead, ...more, readOnly: "true" }, client);
    const said = text.replaceAll(/\s+/g, " ");
    expect(said).toContain(`you can only read this lead here. With Premium, you can ${can}.`);
    expect(said).toContain(handOver);
    expect(said).toContain("Open lead");
    expect(said).not.toMatch(/Please|Answer now|Anyone can|we ask one rep|goes to the next/);
    expect((await renderMail(template, { ...lead, ...more }, client)).text).not.toContain("free plan");
  },
);

test("Each email has a switch in the settings, is listed as always sent, or goes to people without an account", () => {
  const listed = [...NOTIFICATION_KINDS, ...ALWAYS_SENT].flatMap(({ templates }) => templates);
  expect([...listed, ...SENT_TO_OTHERS].toSorted()).toEqual(TEMPLATES.toSorted());
});

test.each([
  ["access-restored", {}, "You have access to Upfunnel", "Sign in https://agency.example/auth"],
  ["access-ended", {}, "Your access to Upfunnel has ended", "You were signed out on all devices."],
  [
    "member-joined",
    { who: "Mia Olsen", business: "Northside Dental", slug: "northside", role: "billing" },
    "Mia Olsen joined Northside Dental",
    "View people https://agency.example/workspace/northside/team",
  ],
  [
    "member-joined",
    { who: "Mia Olsen", business: "Northside Dental", role: "billing", invited: "true" },
    "Mia Olsen joined Northside Dental",
    "Mia Olsen accepted your invitation to Northside Dental and is a billing contact.",
  ],
  [
    "member-joined",
    { who: "Mia Olsen", business: "Northside Dental", role: "billing", premium: "true" },
    "Mia Olsen joined Northside Dental",
    "and is a billing contact. Northside Dental has Premium through them now.",
  ],
  [
    "member-joined",
    { who: "Mia Olsen", business: "Northside Dental", role: "owner", rejoined: "true", premium: "true" },
    "Mia Olsen rejoined Northside Dental",
    "Mia Olsen is a client of Upfunnel again and is an owner of Northside Dental. Northside Dental has Premium through them now.",
  ],
  [
    "member-joined",
    { who: "Mia Olsen", business: "Northside Dental", role: "owner" },
    "Mia Olsen joined Northside Dental",
    "Mia Olsen accepted an invitation to Northside Dental and is an owner.",
  ],
  [
    "member-left",
    { who: "Mia Olsen", business: "Northside Dental", slug: "northside" },
    "Mia Olsen left Northside Dental",
    "Mia Olsen left Northside Dental and no longer has access. View people https://agency.example/workspace/northside/team",
  ],
  [
    "member-left",
    { who: "Mia Olsen", business: "Northside Dental", leads: "2", unhosted: "Intro\nDemo" },
    "Mia Olsen left Northside Dental",
    "no longer has access. 2 open leads became unassigned. Until they have another host, no one can book Intro and Demo.",
  ],
  [
    "rep-lent",
    { business: "Northside Dental", by: "Mia Olsen", slug: "north" },
    "You now work with the leads of Northside Dental, too",
    "Open workspace https://agency.example/workspace/north",
  ],
  [
    "rep-lent",
    { business: "Northside Dental", by: "Mia Olsen", slug: "north", leads: "2" },
    "You now work with the leads of Northside Dental, too",
    "2 open leads that were yours are unassigned now, because you had been removed shortly before. Open workspace",
  ],
  [
    "loan-ended",
    { business: "Northside Dental", by: "Mia Olsen", leads: "1" },
    "You no longer work with the leads of Northside Dental",
    "disappear from your Today. 1 open lead became unassigned. Your work",
  ],
  [
    "loan-ended",
    { business: "Northside Dental" },
    "You no longer work with the leads of Northside Dental",
    "Upfunnel removed you from Northside Dental, so its leads disappear from your Today. Your work",
  ],
  [
    "member-removed",
    { business: "Northside Dental" },
    "You no longer belong to Northside Dental",
    "You were removed from Northside Dental",
  ],
  [
    "member-role",
    { business: "Northside Dental", role: "owner", by: "Mia Olsen", slug: "north" },
    "You're now an owner of Northside Dental",
    "Mia Olsen changed your role. Owners manage people and the plan",
  ],
  [
    "member-role",
    { business: "Northside Dental", role: "billing", by: "Mia Olsen", slug: "north" },
    "You're now a billing contact of Northside Dental",
    "They don't see leads. View invoices",
  ],
  [
    "sign-up-waiting",
    { who: "Ben Adler", email: "ben@example.com" },
    "Ben Adler is waiting for approval",
    "Ben Adler (ben@example.com) signed up for the sales team",
  ],
  [
    "sign-up-waiting",
    { who: "ben@example.com", email: "ben@example.com" },
    "ben@example.com is waiting for approval",
    "ben@example.com signed up for the sales team",
  ],
  [
    "invitation",
    { by: "Dana Cole", role: "sales", token: "abc" },
    "Dana Cole invited you to Upfunnel",
    "Dana Cole invited you to join Upfunnel as a member of the sales team.",
  ],
  ["premium-given", { until: "2026-12-31" }, "You have complimentary Premium", "through December 31, 2026"],
  ["premium-given", {}, "You have complimentary Premium", "no end date"],
  [
    "premium-changed",
    { until: "2026-12-31" },
    "Your complimentary Premium now ends on December 31, 2026",
    "It now ends on December 31, 2026. It had no end date before.",
  ],
  [
    "premium-changed",
    { was: "2026-12-31" },
    "Your complimentary Premium has no end date now",
    "It has no end date now. It was to last through December 31, 2026.",
  ],
  [
    "premium-withdrawn",
    { was: "2026-12-31" },
    "Your complimentary Premium has ended",
    "which was to last through December 31, 2026. Your account is on the free plan now.",
  ],
  [
    "premium-withdrawn",
    { stays: "true" },
    "Your complimentary Premium has ended",
    "which had no end date. You still have Premium through another plan.",
  ],
])("%s says what changed", async (template, data, subject, words) => {
  const mail = await renderMail(template, data, sender);
  expect(mail.subject).toBe(subject);
  expect(mail.text.replaceAll(/\s+/g, " ")).toContain(words);
});

test("Emails that can be turned off are those with a switch in the settings", async () => {
  const withSwitch = NOTIFICATION_KINDS.flatMap(({ templates }) => templates);
  // Emails about calls need times, and cannot be turned off.
  const others = TEMPLATES.filter((template) => !/^(booking|calls?)-/.test(template));
  const said = await Promise.all(
    others.map(async (template) => {
      const { text } = await renderMail(template, lead, client);
      return text.replaceAll(/\s+/g, " ").includes("Turn it off under Settings, Notifications.") ? [template] : [];
    }),
  );
  expect(said.flat().length).toBeGreaterThan(3);
  for (const template of said.flat()) expect(withSwitch).toContain(template);
});

test.each([
  ["application", "application"],
  ["contact", "message"],
])("The reply to an %s has a subject that names it; plain text has the bare address", async (form, name) => {
  const said = "Write to boss@example.com?subject=ads or see https://example.com/?to=a@b.example?subject=x";
  for (const email of [
    "pat@example.com",
    "p+ads@example.com",
    "o'hara@example.com",
    "50%@example.com",
    "a?subject=b@example.com",
    "jörg@example.com",
  ]) {
    const mail = await renderMail(`${form}-alert`, { ...lead, email, company: said }, sender);
    const [address, query] = (/href="mailto:([^"?]*\?[^"]*)"/.exec(mail.html)?.[1] ?? "").split("?");
    expect(decodeURIComponent(address ?? "").replaceAll("&#x27;", "'")).toBe(email);
    expect(query).toBe(`subject=Your%20${name}%20to%20Upfunnel`);
    expect(mail.text).toContain(`Reply to Pat ${email}\n`);
    expect(mail.text).toContain(said);
  }
});

test("The plain text of a client's email starts with its name, not with the letters that stand for its logo", async () => {
  expect((await renderMail("lead-arrived", lead, client)).text.trim()).toMatch(/^Northside Dental/);
});

test.each([
  ["confirm-email", { link: "https://agency.example/auth?token=abc" }],
  ["reset-password", { link: "https://agency.example/auth?token=abc" }],
  ["sign-in-link", { link: "https://agency.example/auth?token=abc", code: "123456" }],
  ["confirm-new-email", { link: "https://agency.example/auth?token=abc", current: "a@example.com" }],
  ["invitation", { token: "abc", role: "sales" }],
  ["account-invitation", { token: "abc", role: "member", business: "Ember", known: "true" }],
  ["account-invitation", { token: "abc", role: "member", business: "Ember" }],
])("%s shows its button's address, for people whose mail program shows no button", async (template, data) => {
  const { html, text } = await renderMail(template, data, sender);
  const shown = />(https:\/\/agency\.example\/\w+\?[^<]+)<\/a>/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "none";
  expect(shown).toContain("abc");
  expect(text.split(shown)).toHaveLength(2);
});

test("The host of a call can call and write to its visitor, and join a video call, from the email", async () => {
  const data = {
    title: "Intro call",
    name: "Ann Lee",
    email: "ann&lee@example.com",
    phone: "(503) 555-0148 x4",
    location: "video",
    place: "https://meet.example/abc",
    startsAt: "2026-12-03T17:00:00Z",
    endsAt: "2026-12-03T17:30:00Z",
    manageKey: "key",
  };
  const { html, text } = await renderMail("booking-host-reassigned", data, sender);
  expect(html).toContain('href="mailto:ann%26lee@example.com"');
  expect(html).toContain('href="tel:+15035550148"');
  expect(html).toContain('href="https://meet.example/abc"');
  // The plain text says each once.
  expect(text.split("https://meet.example/abc")).toHaveLength(2);
  expect(text).toContain("+1 503 555 0148 ext. 4");
  expect(text).not.toContain("tel:");
});

test("All hosts of a call that is handed over learn who has it, and the earlier one's calendar removes it", async () => {
  const data = {
    ...{
      title: "Intro call",
      name: "Ann Lee",
      location: "phone",
      phone: "(503) 555-0148",
      bookingId: "b",
      sequence: "1",
    },
    ...{ startsAt: "2026-12-03T17:00:00Z", endsAt: "2026-12-03T17:30:00Z", hosts: "Imani Castellano" },
    ...{ earlierHost: "Sam Rivera", newHost: "Imani Castellano", hostEmail: "sam@example.com" },
    ...{ answers: "What do you need?: A new site", timeZone: "America/New_York" },
  };
  const taker = await renderMail("booking-host-reassigned", data, sender);
  expect(taker.text).toContain("Sam Rivera had this call until now.");
  expect(taker.text).not.toContain("no longer takes calls");
  expect(taker.text).toContain("What do you need? A new site");
  expect(taker.html).toContain("/crm/calls?week=2026-12-03&amp;call=b");
  const stays = await renderMail(
    "booking-host-joined",
    { ...data, hosts: "Imani Castellano and Theo Lindqvist" },
    sender,
  );
  expect(stays.subject).toBe("Imani Castellano joins your call: Intro call with Ann Lee");
  expect(stays.text.replaceAll(/\s+/g, " ")).toContain("Imani Castellano takes Sam Rivera's part of this call.");
  expect(hasCallFile("booking-host-joined")).toBe(true);
  const left = await renderMail("booking-host-left", data, sender);
  expect(left.subject).toBe("Sam Rivera no longer takes part: Intro call with Ann Lee");
  expect(left.text.replaceAll(/\s+/g, " ")).toContain("This one stays with its other hosts.");
  expect((await renderMail("booking-reassigned", { ...data, left: "true" }, sender)).subject).toMatch(/^Other hosts: /);
  const visitor = await renderMail("booking-reassigned", data, sender);
  expect(visitor.subject).toMatch(/^New host: your call with Upfunnel on Thursday, December 3, 2026 at 12:00\sPM/);
  const giver = await renderMail("booking-host-handed-over", data, sender);
  expect(giver.subject).toBe("Imani Castellano takes your call: Intro call with Ann Lee");
  expect(giver.text).toContain("Imani Castellano takes this call now.");
  const file = (template: string) => callFile(template, data, "Acme", "https://agency.example", new Date(0));
  expect(hasCallFile("booking-host-handed-over")).toBe(true);
  expect(file("booking-host-handed-over").contentType).toContain("method=CANCEL");
  for (const template of ["booking-host-reassigned", "booking-host-joined", "booking-host-left"])
    expect(file(template).contentType).toContain("method=REQUEST");
});

test.each([
  ["place", "https://meet.example/abc"],
  ["video", "javascript:alert(1)"],
  ["video", "Ask for the link at the desk"],
])("A place of a %s call that is no web address, %s, is no link", async (location, place) => {
  const data = {
    title: "Intro call",
    name: "Ann",
    location,
    place,
    startsAt: "2026-12-03T17:00:00Z",
    endsAt: "2026-12-03T17:30:00Z",
  };
  const { html } = await renderMail("booking-host-reassigned", data, sender);
  expect(html).toContain(place);
  expect(html).not.toContain(`href="${place}"`);
});

test.each(["password-changed", "second-factor-removed", "email-change-notice"])(
  "%s leads to the dialog that sends a link for a new password",
  async (template) => {
    const { html } = await renderMail(template, { newEmail: "new@example.com" }, sender);
    expect(html).toContain('href="https://agency.example/auth?reset=1"');
  },
);

test("A person who left an account reads that their plan goes on, and how to end it", async () => {
  const { text } = await renderMail("premium-kept", { ends: "2026-12-29", left: "Ember" }, sender);
  const words = text.replaceAll(/\s+/g, " ");
  expect(words).toContain(
    "Your own plan goes on: it renews on December 29, 2026 for $49.00 a month. You can cancel it",
  );
  const trial = await renderMail("premium-kept", { ends: "2026-12-29", left: "Ember", isTrial: "true" }, sender);
  expect(trial.text.replaceAll(/\s+/g, " ")).toContain(
    "Your own plan goes on: on December 29, 2026, your free trial becomes a paid plan for $49.00 a month.",
  );
  expect(text).toContain("https://agency.example/settings?section=plan");
  const others = await renderMail("premium-kept", { ends: "2026-12-29", left: "Ember", names: "Harbor\nOak" }, sender);
  expect(others.text.replaceAll(/\s+/g, " ")).toContain("Your own plan goes on for Harbor and Oak: it renews on");
  const kept = await renderMail("premium-kept", { ends: "2026-12-29" }, sender);
  expect(kept.text).toContain("Premium stays active.");
  const nothing = await renderMail("premium-kept", { ends: "2026-12-29", accounts: "none" }, sender);
  expect(nothing.subject).toBe("Your Premium plan continues");
  expect(nothing.text.replaceAll(/\s+/g, " ")).toContain(
    "Your plan continues, but it covers none of your accounts now. It renews on December 29, 2026",
  );
  expect(nothing.text).not.toContain("stays active");
});

test("A preview of complimentary Premium says what it costs", async () => {
  const { html } = await renderMail("premium-given", { until: "2026-12-31" }, sender);
  expect(html).toContain("Through December 31, 2026, at no charge.");
});

test("The end of a plan says what it leaves behind", async () => {
  const textOf = async (template: string, accounts?: string) =>
    (await renderMail(template, { ends: "2026-12-29", accounts }, sender)).text;
  expect(await textOf("premium-ended")).toContain("You can still read your newest 50 leads");
  const gone = await textOf("premium-ended", "none");
  expect(gone).toContain("Your plan has ended, and you pay nothing more.");
  expect(gone).not.toMatch(/leads|account is|free plan/);
  const shared = await textOf("premium-ended", "premium");
  expect(shared.replaceAll(/\s+/g, " ")).toContain("Your account keeps Premium without this plan.");
  expect(shared).not.toContain("50 leads");
  expect(await textOf("premium-canceled")).toContain("Your leads and pages stay in your account.");
  expect(await textOf("premium-canceled", "none")).not.toContain("leads");
});

test.each([
  ["premium-canceled", "The plan was canceled. Premium continues", "The paid plan ends on December 29, 2026"],
  ["premium-ended", "Your plan has ended. Premium continues", "you pay nothing more."],
  ["trial-ending", "Your free trial ends on December 29, 2026", "you won't be charged."],
])("%s says that complimentary Premium continues, and until when", async (template, subject, words) => {
  const mailOf = (more: Record<string, string>) =>
    renderMail(template, { ends: "2026-12-29", canceled: "true", ...more }, sender);
  const gift = await mailOf({ accounts: "gift" });
  expect(gift.subject).toBe(subject);
  const text = gift.text.replaceAll(/\s+/g, " ");
  expect(text).toContain("Your account has complimentary Premium, so it keeps Premium.");
  expect(text).toContain(words);
  expect(text).not.toMatch(/Premium (stays active until|ends|has ended|was canceled)/);
  expect((await mailOf({ accounts: "gift", keptUntil: "2027-03-31" })).text.replaceAll(/\s+/g, " ")).toContain(
    "complimentary Premium through March 31, 2027",
  );
  expect((await mailOf({})).text).toMatch(/Premium (stays active until|ends on)|free plan/);
});

test("The end of a canceled trial says how to keep Premium, and what that costs", async () => {
  const { text } = await renderMail("trial-ending", { ends: "2026-12-29", canceled: "true" }, sender);
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "To keep it, press Manage plan and undo the cancellation before then. If you do, we charge your card $49.00 on that day.",
  );
});

test.each(["Card", "Card terminal"])("A refund by %s goes to the card that paid, whoever reads it", async (method) => {
  const { text } = await renderMail("invoice-refunded", { method, refunded: "100", amount: "100" }, sender);
  expect(text).toContain("It goes back to the card that paid and can take 5–10 days to show up.");
});

test.each([
  [{}, "An authenticator app was removed", "no longer work for your account. Wasn't you?"],
  [{ off: "true" }, "Two-step sign-in is off", "two-step sign-in is off: your password alone is enough"],
  [{ off: "required" }, "Two-step sign-in is off", "two-step sign-in is off. Your role needs it: set it up again"],
])("Who removes an authenticator app reads whether two-step sign-in is off: %o", async (data, subject, words) => {
  const mail = await renderMail("second-factor-removed", data, sender);
  expect(mail.subject).toContain(subject);
  expect(mail.text.replaceAll(/\s+/g, " ")).toContain(words);
});

test("Who was removed, and who inherits retainers, reads which invoices stay in the name of the one who left", async () => {
  const textOf = async (template: string, data: Record<string, string>) =>
    (
      await renderMail(template, { business: "Northside", person: "Jonas", retainers: "Ads", ...data }, sender)
    ).text.replaceAll(/\s+/g, " ");
  for (const template of ["member-removed", "retainers-inherited"])
    expect(await textOf(template, {})).not.toMatch(/open invoice|View invoices/);
  const removed = await textOf("member-removed", { open: "1", pays: "true" });
  expect(removed).toContain("1 open invoice of Northside stays in your name. You can still see and pay it.");
  expect(removed).toContain("/client-dashboard?tab=invoices");
  expect(await textOf("member-removed", { open: "2" })).toContain(
    "2 open invoices of Northside stay in your name. Think",
  );
  expect(removed).toMatch(/Your login stays as it is\..* Ask (?!an owner).* for a new invitation\./);
  expect(await textOf("member-removed", { others: "true", owned: "true" })).toMatch(
    /Your login and your other accounts stay as they are\..* Ask an owner for a new invitation\./,
  );
  expect(await textOf("member-removed", { open: "1", agreed: "2", pays: "true" })).toContain(
    "You can still see and pay it. 2 invoices of Northside that can't be paid yet stay in your name, too.",
  );
  expect(await textOf("member-role", { role: "member", agreed: "1" })).toContain(
    "They don't see the invoices of others. 1 invoice of Northside that can't be paid yet stays in your name.",
  );
  expect(await textOf("retainers-inherited", { agreed: "1" })).toContain(
    "1 invoice that can't be paid yet stays in the name of Jonas.",
  );
  expect(await textOf("retainers-inherited", { open: "2" })).toContain(
    "2 open invoices stay in the name of Jonas. You can see and pay them, too.",
  );
});

test.each([
  [
    { amount: "120000" },
    "Care: $1,200.00 a month",
    "It's now $1,200.00 a month. It was $900.00. The next invoice comes on December 12, 2026, for $1,200.00.",
  ],
  [
    { status: "paused" },
    "Care is paused",
    "changed Care. It's paused, so we won't send invoices until it resumes. View",
  ],
  [
    { statusBefore: "paused" },
    "Care is active again",
    "It's active again. The next invoice comes on December 12, 2026, for $900.00.",
  ],
  [
    { ends: "2027-01-31" },
    "Care ends on January 31, 2027",
    "Its last day is January 31, 2027. The next invoice comes on December 12, 2026",
  ],
  [
    { ends: "2027-01-31", endsBefore: "2027-02-28", charge: "" },
    "Care ends on January 31, 2027",
    "Its last day is January 31, 2027. It was February 28, 2027. There won't be any more invoices for it.",
  ],
  [
    { endsBefore: "2027-02-28" },
    "Care goes on after February 28, 2027",
    "It no longer ends on February 28, 2027. It goes on without a last day. The next invoice",
  ],
  [
    { status: "canceled", ends: "2027-01-31" },
    "Care was canceled",
    "Care was canceled before it started, so we won't send",
  ],
  [
    { amount: "120000", status: "paused" },
    "Changes to Care",
    "It's paused, so we won't send invoices until it resumes. It's now $1,200.00 a month. It was $900.00. View",
  ],
])("An email about a changed retainer says what changed and what follows: %o", async (changed, subject, words) => {
  const known = { amount: "90000", amountBefore: "90000", status: "active", statusBefore: "active" };
  const data = { ...known, retainer: "Care", currency: "usd", charge: "2026-12-12", ...changed };
  const mail = await renderMail("retainer-changed", data, sender);
  expect(mail.subject).toBe(subject);
  expect(mail.text.replaceAll(/\s+/g, " ")).toContain(words);
});

test("Who inherits retainers reads which, and who had them", async () => {
  const mailOf = (retainers: string) =>
    renderMail(
      "retainers-inherited",
      { name: "Nora", person: "Priya Raman", accountName: "Northside", retainers },
      sender,
    );
  expect((await mailOf("Pro Funnel")).subject).toBe("You now get the invoices of Pro Funnel");
  const { subject, text } = await mailOf("Ads\nPro Funnel");
  expect(subject).toBe("You now get the invoices of 2 retainers");
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "Priya Raman no longer gets new invoices of Northside. The next ones for Ads and Pro Funnel go to you.",
  );
});

test("The email about a refund says on which day the money was sent", async () => {
  const textOf = async (method: string, sent?: string) => {
    const data = { method, refunded: "100", amount: "100", ...(sent && { sent }) };
    return (await renderMail("invoice-refunded", data, sender)).text.replaceAll(/\s+/g, " ");
  };
  expect(await textOf("Check", "2026-11-05")).toContain("We sent it by check on November 5, 2026.");
  expect(await textOf("Cash", "2026-11-05")).toContain("We paid it in cash on November 5, 2026.");
  expect(await textOf("Bank transfer")).toContain("We sent it by bank transfer. That can take a few business days.");
});

test.each(["request-received", "request-arrived"])(
  "%s has no line for a business that is an address",
  async (template) => {
    const data = { type: "general_inquiry", client: "Kim Lee", words: "Hello", question: "Hello", requestId: "7" };
    const textOf = async (business: string) => (await renderMail(template, { ...data, business }, sender)).text;
    expect(await textOf("client-7@example.com")).not.toContain("Business");
    expect(await textOf("Ember")).toContain("Business: Ember");
  },
);

test("A request that names an account says it once to its sender, and to the admins beside another business", async () => {
  const data = { type: "general_inquiry", client: "Kim Lee", words: "Hello", question: "Hello", requestId: "7" };
  const textOf = async (template: string, business: string) =>
    (await renderMail(template, { ...data, business, forAccount: "Northside Dental" }, sender)).text;
  expect(await textOf("request-received", "Northside Dental")).toContain("For Northside Dental");
  expect(await textOf("request-received", "Northside Dental")).not.toContain("Business");
  expect(await textOf("request-received", "Ember")).toContain("Business: Ember");
  expect(await textOf("request-arrived", "Ember")).toContain("Account: Northside Dental");
});

test("The end of a plan names the accounts that are on the free plan now, and why if it was a colleague's", async () => {
  const textOf = async (template: string, data: Record<string, string>) =>
    (await renderMail(template, { ends: "2026-12-29", ...data }, sender)).text.replaceAll(/\s+/g, " ");
  const own = await textOf("premium-ended", { names: "Ember\nNorthside" });
  expect(own).toContain("Ember and Northside are on the free plan now. You can still read the newest 50 leads of each");
  // The reader may never have had a plan of their own.
  expect(own).toContain("With Premium, you can use all of it again.");
  expect(own).not.toContain("subscribe again");
  const lost = { names: "Ember", payer: "Priya Raman" };
  for (const [why, words] of [
    ["ended", "Its Premium came from the plan of Priya Raman, which has ended."],
    ["left", "Its Premium came from Priya Raman, who is no longer in the account."],
    ["member", "Its Premium came from Priya Raman, who is a member now. Members can't manage Premium."],
  ] as const)
    expect(await textOf("premium-ended", { ...lost, why })).toContain(
      `Ember is on the free plan now. ${words} You can still read your newest 50 leads`,
    );
  const both = { names: "Ember\nNorthside", accounts: "gift" };
  expect(await textOf("premium-ended", both)).toContain(
    "Ember and Northside have complimentary Premium, so they keep Premium.",
  );
  expect(await textOf("premium-canceled", { names: "Ember\nNorthside" })).toContain(
    "Premium stays active for Ember and Northside until December 29, 2026.",
  );
});

test("A cancellation names the colleague who opened the plan's page, and the start of a plan its accounts", async () => {
  const canceled = { ends: "2026-12-29", names: "Ember" };
  const textOf = async (data: Record<string, string>) => (await renderMail("premium-canceled", data, sender)).text;
  expect(await textOf(canceled)).not.toContain("billing page");
  expect((await textOf({ ...canceled, colleague: "Sam Ortiz" })).replaceAll(/\s+/g, " ")).toContain(
    "Sam Ortiz opened the plan's billing page shortly before.",
  );
  expect(await textOf({ ...canceled, byAgency: "true" })).toContain(`${sender.agency} canceled it for you.`);
  expect((await renderMail("premium-kept", { ...canceled, byAgency: "true" }, sender)).text).toContain(
    `It was canceled. ${sender.agency} took that back.`,
  );
  const started = async (names: string, more: Record<string, string> = {}) =>
    (await renderMail("premium-started", { renews: "2026-12-29", names, ...more }, sender)).text;
  expect(await started("Ember\nNorthside")).toContain("One plan covers Ember and Northside.");
  expect(await started("Ember")).not.toContain("One plan");
  expect(await started("Ember")).toContain("Premium for Ember is $49.00 a month.");
  expect(await started("Ember", { trialEnds: "2026-12-07" })).toContain(
    "Premium for Ember is free until December 7, 2026.",
  );
});
