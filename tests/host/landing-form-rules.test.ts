import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BlockItem } from "../../domain/landing/block-types.ts";
import { blocksToHtml } from "../../domain/landing/blocks.ts";
import { templateBlock } from "../../domain/landing/template.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { landingAdmin } from "../support/landing.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

let host: HostProcess;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
  admin = await landingAdmin(host.url);
});
afterAll(() => host.dispose());

const FORM = "/functions/v1/submit-landing-form";
const EMAIL: BlockItem = { label: "Email", kind: "email", needed: true };
let pages = 0;
const publish = async (items: BlockItem[], more: Record<string, string | boolean> = {}) => {
  const form = templateBlock("form", { items: [EMAIL, ...items], done: "Thanks", ...more });
  return admin.make(`rules-${++pages}`, { content: blocksToHtml([form]) });
};
type Sent = Record<string, string | File | File[]>;
const send = async (page: string, sent: Sent, isPlain = false) => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ _page: page, _version: "1", _form: "1", ...sent }))
    for (const one of Array.isArray(value) ? value : [value]) data.append(name, one);
  const answer = await fetch(`${host.url}${FORM}`, {
    method: "POST",
    body: data,
    redirect: "manual",
    headers: isPlain ? {} : { Accept: "application/json" },
  });
  const body = (await answer.json().catch(() => null)) as {
    problem?: string;
    fields?: object;
    next?: string;
    book?: string;
  } | null;
  return { status: answer.status, location: answer.headers.get("location"), ...body };
};
const stored = async (email: string) =>
  (
    await admin.client
      .from("landing_submissions")
      .select("answers, lead_id, landing_submission_files(name, type, bytes, field, path)")
      .eq("answers->>email", email)
  ).data ?? [];

const PDF = new Uint8Array([...new TextEncoder().encode("%PDF-1.7\n"), 0xff, 0x00, 0x01]);
const file = (name: string, content: Uint8Array<ArrayBuffer> | string = PDF, type = "") =>
  new File([content], name, { type });

test("A lead has the questions that its visitor saw, in the order of the form", async () => {
  const page = await publish([
    { label: 'What interests you: Braces & "aligners"', kind: "check" },
    { label: "Which tooth?", kind: "text", show: "is", when: "Visit", value: "Pain" },
    { label: "Anything else we should know?", kind: "message", needed: false },
    { label: "Age", kind: "text" },
  ]);
  const sent = { age: "30", email: "asked@rules.example", message: "No", extra: "1" };
  expect((await send(page, { ...sent, what_interests_you_braces_aligners: "Yes" })).status).toBe(200);
  const [form] = await stored("asked@rules.example");
  const { data } = await admin.client
    .from("lead_activities")
    .select("payload")
    .eq("lead_id", form?.lead_id ?? "")
    .eq("kind", "form");
  expect((data?.[0]?.payload as { asked: unknown } | undefined)?.asked).toEqual([
    { name: "email", question: "Email" },
    { name: "what_interests_you_braces_aligners", question: 'What interests you: Braces & "aligners"' },
    { name: "message", question: "Anything else we should know?" },
    { name: "age", question: "Age" },
    { name: "extra" },
  ]);
});

test("A form offers a call after sending, unless its author turned that off", async () => {
  const sent = { email: "call@rules.example" };
  const [offers, quiet] = [await publish([]), await publish([], { noCall: true })];
  expect((await send(offers, sent)).book).toMatch(/^\/book\/agency\?after=/);
  expect((await send(offers, sent, true)).location).toContain("#sent-call");
  const answer = await send(quiet, sent);
  expect([answer.status, answer.book]).toEqual([200, undefined]);
  expect((await send(quiet, sent, true)).location).toMatch(/#sent$/);
});

describe("A question with several checkboxes", () => {
  const items: BlockItem[] = [
    { label: "What interests you?", kind: "choices", options: "Ads\nSEO", needed: true },
    { label: "Which engine?", kind: "line", needed: true, show: "has", when: "What interests you?", value: "seo" },
  ];
  test("needs one answer, takes several, and decides about other fields", async () => {
    const page = await publish(items);
    const sendAll = async (email: string, ...chosen: string[]) => {
      const plain = new URLSearchParams([["email", email], ...chosen.map((one) => ["what_interests_you", one])]);
      for (const [name, value] of Object.entries({ _page: page, _version: "1", _form: "1" })) plain.append(name, value);
      const answer = await fetch(`${host.url}${FORM}`, {
        method: "POST",
        body: plain,
        headers: { Accept: "application/json" },
      });
      return { status: answer.status, ...((await answer.json()) as { fields?: object }) };
    };
    expect(await sendAll("none@boxes.example")).toMatchObject({
      status: 400,
      fields: { what_interests_you: expect.anything() },
    });
    expect(await sendAll("two@boxes.example", "Ads", "SEO")).toMatchObject({
      status: 400,
      fields: { which_engine: expect.anything() },
    });
    expect(await sendAll("one@boxes.example", "Ads")).toMatchObject({ status: 200 });
    const sent = await send(page, { email: "both@boxes.example", what_interests_you: "Ads", which_engine: "hidden" });
    expect(sent.status).toBe(200);
    const [form] = await stored("both@boxes.example");
    expect(form?.answers).toEqual({ email: "both@boxes.example", what_interests_you: "Ads" });
    const { data } = await admin.client
      .from("lead_activities")
      .select("payload")
      .eq("lead_id", form?.lead_id ?? "")
      .eq("kind", "form");
    expect((data?.[0]?.payload as { asked: unknown } | undefined)?.asked).toContainEqual({
      name: "what_interests_you",
      question: "What interests you?",
    });
  });
});

test.each([
  ["phone", "12", 400],
  ["phone", "call me", 400],
  ["phone", " ", 200],
  ["phone", "(503) 555-0148 ext. 4", 200],
  ["phone", "0171 2345678", 200],
  ["email", "max@nowhere", 400],
])("A %s of %j is answered with %i, and refused at its field", async (field, typed, status) => {
  const page = await publish([{ label: "Your number", kind: "phone" }]);
  const answer = await send(page, { email: "typed@rules.example", [field]: typed });
  expect(answer).toMatchObject(
    status === 200 ? { status } : { status, problem: field, fields: { [field]: expect.stringMatching(/^Enter an? /) } },
  );
  const plain = await send(page, { email: "typed@rules.example", [field]: typed }, true);
  expect(plain.location).toMatch(status === 200 ? /#sent/ : new RegExp(`#problem-${field}$`));
});

test("A phone number that is none is refused only where the visitor could see its field", async () => {
  const page = await publish([
    { label: "Call me?", kind: "check" },
    { label: "Number", kind: "phone", show: "is", when: "Call me?", value: "Yes" },
  ]);
  const sent = { email: "seen@rules.example", phone: "12" };
  expect(await send(page, sent)).toMatchObject({ status: 200 });
  expect(await send(page, { ...sent, call_me: "Yes" })).toMatchObject({ status: 400, problem: "phone" });
});

describe("A date", () => {
  const items: BlockItem[] = [{ label: "Event date", kind: "date", needed: true }];
  test.each([
    ["2026-12-01", "December 1, 2026"],
    ["2028-02-29", "February 29, 2028"],
    // No days of a calendar: they are kept as they were sent.
    ["2027-02-29", "2027-02-29"],
    ["2026-13-01", "2026-13-01"],
    ["0000-00-00", "0000-00-00"],
    ["next Friday", "next Friday"],
    ["2026-12-01T10:00", "2026-12-01T10:00"],
  ])("of %s is kept as %s", async (sent, kept) => {
    const page = await publish(items);
    const email = `${encodeURIComponent(sent).replaceAll("%", "")}@dates.example`.toLowerCase();
    expect(await send(page, { email, event_date: sent })).toMatchObject({ status: 200 });
    expect((await stored(email))[0]?.answers).toMatchObject({ event_date: kept });
  });

  test("that is required can't be left empty, and decides about no other field", async () => {
    const page = await publish([
      ...items,
      { label: "Guests", kind: "line", needed: true, show: "is", when: "Event date", value: "2026-12-01" },
    ]);
    const email = "empty@dates.example";
    expect(await send(page, { email, event_date: " ", guests: "9" })).toMatchObject({
      status: 400,
      fields: { event_date: expect.anything() },
    });
    expect(await send(page, { email, event_date: "2026-12-24", guests: "9" })).toMatchObject({ status: 200 });
    expect((await stored(email))[0]?.answers).toMatchObject({ event_date: "December 24, 2026", guests: "9" });
  });
});

describe("A form with conditions", () => {
  const items: BlockItem[] = [
    { label: "What do you need?", kind: "choice", options: "Implant\nCleaning", needed: true },
    { label: "Which tooth?", kind: "line", needed: true, show: "is", when: "What do you need?", value: "Implant" },
    { label: "Do you smoke?", kind: "check", needed: true, show: "has", when: "Which tooth?", value: "front" },
  ];

  test("asks for what the visitor sees, and for nothing else", async () => {
    const page = await publish(items);
    const need = "what_do_you_need";
    expect(await send(page, { email: "a@rules.example" })).toMatchObject({
      status: 400,
      problem: "fields",
      fields: { [need]: expect.anything() },
    });
    expect(await send(page, { email: "b@rules.example", [need]: "Cleaning" })).toMatchObject({ status: 200 });
    expect(await send(page, { email: "c@rules.example", [need]: "implant " })).toMatchObject({
      status: 400,
      fields: { which_tooth: expect.anything() },
    });
    expect(
      await send(page, { email: "d@rules.example", [need]: "Implant", which_tooth: "The FRONT one" }),
    ).toMatchObject({
      fields: { do_you_smoke: expect.anything() },
    });
    expect(await send(page, { email: "e@rules.example", [need]: "Implant", which_tooth: "A molar" })).toMatchObject({
      status: 200,
    });
  });

  test("keeps no answer that the visitor could not see", async () => {
    const page = await publish(items);
    await send(page, {
      email: "f@rules.example",
      what_do_you_need: "Cleaning",
      which_tooth: "forged",
      do_you_smoke: "Yes",
    });
    expect((await stored("f@rules.example"))[0]?.answers).toEqual({
      email: "f@rules.example",
      what_do_you_need: "Cleaning",
    });
  });

  test("keeps its rules for visitors who opened the page before it changed", async () => {
    const page = await publish([{ label: "Old question", kind: "line", needed: true }]);
    await admin.save(page, 1, { title: "A page", content: blocksToHtml([templateBlock("form", { items: [EMAIL] })]) });
    await admin.publish(page, 2);
    expect(await send(page, { email: "g@rules.example" })).toMatchObject({ status: 400, problem: "fields" });
    expect(await send(page, { email: "g@rules.example", _version: "2" })).toMatchObject({ status: 200 });
  });
});

describe("A form with files", () => {
  const fields: BlockItem[] = [
    { label: "Brief", kind: "file", files: "documents", needed: true },
    { label: "Photo", kind: "file", files: "pictures" },
  ];

  test("stores them privately, by their content and their name without folders", async () => {
    const page = await publish(fields);
    const email = "files@rules.example";
    expect(await send(page, { email, brief: file("C:\\docs\\my\u202efdp.exe", PDF, "image/png") })).toMatchObject({
      status: 200,
    });
    const [sent] = await stored(email);
    expect(sent?.landing_submission_files).toMatchObject([
      { name: "my fdp.exe", type: "application/pdf", bytes: PDF.length, field: "brief" },
    ]);
    const path = sent?.landing_submission_files[0]?.path ?? "";
    expect((await fetch(`${host.url}/storage/v1/object/public/submissions/${path}`)).status).toBe(404);
    const { data } = await admin.client.storage.from("submissions").createSignedUrl(path, 60);
    const answer = await fetch(new URL(data?.signedUrl ?? "", host.url));
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF);
    const { data: history } = await admin.client
      .from("lead_activities")
      .select("payload")
      .eq("lead_id", sent?.lead_id ?? "");
    expect(history?.some(({ payload }) => JSON.stringify(payload).includes(path))).toBe(true);
  });

  const isDocument = { brief: "Choose a PDF, Word, Excel, or text file up to 10 MB." };
  test.each<[string, Sent, Record<string, string>?]>([
    [
      "a page as a document",
      { brief: file("brief.pdf", "<!doctype html><script>alert(1)</script>", "application/pdf") },
      isDocument,
    ],
    ["a drawing with scripts", { brief: file("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml") }],
    ["a program", { brief: file("a.pdf", new Uint8Array([0x4d, 0x5a, 0, 0]), "application/pdf") }],
    [
      "a picture where documents are asked for",
      { brief: file("a.pdf", new Uint8Array([0xff, 0xd8, 0xff, 0xe0])) },
      isDocument,
    ],
    [
      "a document where pictures are asked for",
      { brief: file("a.pdf"), photo: file("b.png") },
      { photo: "Choose a picture (JPEG, PNG, or WebP) up to 10 MB." },
    ],
    ["an empty file", { brief: file("a.pdf", "") }, { brief: "This file is empty. Choose another one." }],
    [
      "too large a file",
      { brief: file("a.pdf", new Uint8Array([...PDF, ...new Uint8Array(10 * 1024 * 1024)])) },
      { brief: "This file is larger than 10 MB. Choose a smaller one." },
    ],
    [
      "too many files",
      { brief: Array.from({ length: 6 }, () => file("a.pdf")) },
      { brief: "A form takes up to 5 files. Remove one of them." },
    ],
  ])("refuses %s, and says at the field what it takes", async (name, sent, texts) => {
    const page = await publish(fields);
    const email = `${name.replace(/\W/g, "-")}@rules.example`;
    expect(await send(page, { email, ...sent })).toMatchObject({
      status: 400,
      problem: "file",
      fields: texts ?? isDocument,
    });
    expect(await stored(email)).toEqual([]);
  });

  test("asks for a required file, and drops files that no field asks for", async () => {
    const page = await publish(fields);
    expect(await send(page, { email: "no@rules.example" })).toMatchObject({
      status: 400,
      problem: "fields",
      fields: { brief: "Choose a file." },
    });
    expect(await send(page, { email: "more@rules.example", brief: file("a.pdf"), other: file("b.pdf") })).toMatchObject(
      { status: 200 },
    );
    expect((await stored("more@rules.example"))[0]?.landing_submission_files).toHaveLength(1);
  });
});

describe("A form with a page after it", () => {
  test.each([
    ["/landing/thanks", "/landing/thanks"],
    ["https://example.com/thanks?x=1", "https://example.com/thanks?x=1"],
    ["example.com/thanks", "https://example.com/thanks"],
  ])("leads to %s, with and without scripts", async (next, target) => {
    const page = await publish([], { next });
    expect(await send(page, { email: "next@rules.example" })).toMatchObject({ status: 200, next: target });
    expect(await send(page, { email: "next@rules.example" }, true)).toMatchObject({ status: 303, location: target });
  });

  test.each([
    "javascript:alert(1)",
    "//evil.example",
    "mailto:a@b.example",
    "#form",
    "data:text/html,x",
    "\tjava\nscript:x",
  ])("stays on the page for %j", async (next) => {
    const page = await publish([], { next });
    const answer = await send(page, { email: "stay@rules.example" });
    expect(answer.status).toBe(200);
    expect(answer.next).toBeUndefined();
  });

  test("never leads where the visitor says", async () => {
    const page = await publish([]);
    const answer = await send(page, {
      email: "own@rules.example",
      next: "https://evil.example",
      _next: "https://evil.example",
    });
    expect(answer.next).toBeUndefined();
  });
});
