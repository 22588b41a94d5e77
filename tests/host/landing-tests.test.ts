import { afterAll, beforeAll, expect, test } from "vitest";
import { evaluateTest, type VariantFigures } from "../../domain/landing/tests/results.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { eventually, landingAdmin } from "../support/landing.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

let host: HostProcess;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
beforeAll(async () => {
  host = await startHostProcess({
    DATA_DIR: await seededDataDirectory(),
    RATE_LIMIT_SCALE: "0",
    TRUST_PROXY: "127.0.0.1",
  });
  admin = await landingAdmin(host.url);
});
afterAll(() => host.dispose());

const FORM = "<form data-lead-form><input name=email></form>";
const browser = (number: number) => `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.${number}`;
const headers = (number: number) => ({
  "User-Agent": browser(number),
  "X-Forwarded-For": `198.51.100.${number % 250}`,
});

/** A running test of a page whose variants have a form. */
async function testedPage(slug: string) {
  const id = await admin.make(slug, { content: `<p>One</p>${FORM}` });
  const test = await admin.startTest(id, await admin.save(id, 1, { content: `<p>Two</p>${FORM}` }));
  const visit = async (number: number, more: Record<string, string> = {}) => {
    const { body } = await rawRequest(host.url, `/landing/${slug}`, { ...headers(number), ...more });
    return Number(/name="_version" value="(\d+)"/.exec(body)?.[1]);
  };
  const send = async (number: number, version: number, plain = false) => {
    const email = `${slug}-${number}-${version}@example.com`;
    const body = new URLSearchParams({ _page: id, _version: String(version), _form: "1", email }).toString();
    const sent = { ...headers(number), "Content-Type": "application/x-www-form-urlencoded", Origin: "null" };
    const path = plain ? `/landing/${slug}` : "/functions/v1/submit-landing-form";
    const { status } = await rawRequest(
      host.url,
      path,
      plain ? sent : { ...sent, Accept: "application/json" },
      "POST",
      body,
    );
    const { data } = await admin.client
      .from("landing_submissions")
      .select("version, test_id")
      .eq("answers->>email", email);
    return { status, ...data?.[0] };
  };
  const figures = () =>
    admin.call<{ version: number; visitors: number; submissions: number }[]>(
      admin.client.rpc("landing_test_figures", { p_page_id: id }),
    );
  return { id, test, visit, send, figures };
}

test("a visitor's form counts for the variant that they saw, with scripts and without, and a forged one does not", async () => {
  const page = await testedPage("ab-forms");
  const numbers = Array.from({ length: 24 }, (_, at) => at);
  const seen: number[] = [];
  for (const number of numbers) seen.push(await page.visit(number));
  expect(new Set(seen)).toEqual(new Set([1, 2]));
  const [ofA, ofB] = [seen.indexOf(1), seen.indexOf(2)];
  expect(await page.send(ofA, 1)).toEqual({ status: 200, version: 1, test_id: page.test });
  expect(await page.send(ofB, 2, true)).toEqual({ status: 303, version: 2, test_id: page.test });
  expect(await page.send(ofA, 2)).toMatchObject({ version: 1, test_id: null });
  const counted = await eventually(page.figures, (rows) => rows.reduce((sum, row) => sum + row.visitors, 0) === 24);
  expect(counted.map(({ version, submissions }) => [version, submissions])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(counted.map(({ visitors }) => visitors)).toEqual(
    [1, 2].map((version) => seen.filter((each) => each === version).length),
  );
  await admin.call(admin.client.rpc("roll_out_landing_test", { p_test_id: page.test, p_version: 2 }));
  const after = await eventually(
    () => page.visit(ofA),
    (version) => version === 3,
  );
  expect(after).toBe(3);
});

test("bots that look for one variant and flood it are flagged, and one address adds a limited number", async () => {
  const page = await testedPage("ab-flood");
  // A prefetch does not count, so it tells a bot its variant for free.
  const prefetch = { "Sec-Purpose": "prefetch" };
  const ofB: number[] = [];
  for (let number = 0; number < 300; number += 1) if ((await page.visit(number, prefetch)) === 2) ofB.push(number);
  for (const number of ofB) await page.visit(number);
  const oneAddress = { "X-Forwarded-For": "203.0.113.9" };
  for (let number = 0; number < 300; number += 1) await page.visit(number, oneAddress);
  const isCounted = (rows: { visitors: number }[]) => (rows[1]?.visitors ?? 0) > ofB.length;
  const rows = await eventually(page.figures, isCounted);
  expect(rows.reduce((sum, { visitors }) => sum + visitors, 0)).toBeLessThanOrEqual(ofB.length + 200);
  const none = { qualified: 0, booked: 0, won: 0, revenueCents: 0, revenueSquares: 0 };
  const figures = rows.map((row, at): VariantFigures => ({ ...row, ...none, label: "AB"[at] ?? "", weight: 50 }));
  expect(evaluateTest(figures, "submission")).toMatchObject({ flags: ["ratio"], verdict: { kind: "flagged" } });
});

test("two people start or roll out a test at the same moment, and it happens once", async () => {
  const id = await admin.make("ab-race", { content: "<p>One</p>" });
  const revision = await admin.save(id, 1, { content: "<p>Two</p>" });
  const started = await Promise.allSettled([admin.startTest(id, revision), admin.startTest(id, revision)]);
  expect(started.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = started.find((each) => each.status === "rejected");
  expect(String(refused?.reason)).toContain("A test is running on this page");
  const { data } = await admin.client.from("landing_tests").select("id").eq("page_id", id);
  expect(data).toHaveLength(1);
  const rollOut = () =>
    admin.call<number>(admin.client.rpc("roll_out_landing_test", { p_test_id: data?.[0]?.id ?? "", p_version: 2 }));
  expect(await Promise.all([rollOut(), rollOut()])).toEqual([3, 3]);
  const versions = await admin.client.from("landing_page_versions").select("number").eq("page_id", id);
  expect(versions.data).toHaveLength(3);
});
