import { expect, test } from "vitest";
import { openFaultDatabase } from "../support/fault-database.ts";
import { temporaryDirectory } from "../support/host-process.ts";
import { payThroughKills } from "../support/killed-payments.ts";
import { submitThroughKills } from "../support/killed-submissions.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

// One hundred kills in all. The tests run at the same time, because each one mostly waits for a host to start.
const SUBMISSION_KILLS = 45;
const PAYMENT_KILLS = 10;

test.concurrent("A host on the embedded database that is killed loses and doubles no acknowledged message", async () => {
  const dataDir = await seededDataDirectory();
  const result = await submitThroughKills(SUBMISSION_KILLS, { DATA_DIR: dataDir, DEMO: "1" });
  expect(result).toMatchObject({ killed: SUBMISSION_KILLS, lost: 0, doubled: 0, refused: 0 });
  expect(result.acknowledged).toBeGreaterThan(SUBMISSION_KILLS);
}, 1_800_000);

test.concurrent("A host on PostgreSQL that is killed loses and doubles no acknowledged message", async () => {
  const database = await openFaultDatabase();
  const result = await submitThroughKills(SUBMISSION_KILLS, {
    DATABASE_URL: database.url,
    DATA_DIR: temporaryDirectory(),
    DEMO: "1",
  });
  await database.close();
  expect(result).toMatchObject({ killed: SUBMISSION_KILLS, lost: 0, doubled: 0, refused: 0 });
  expect(result.acknowledged).toBeGreaterThan(SUBMISSION_KILLS);
}, 1_800_000);

test.concurrent("A host that is killed during payments charges nothing twice and loses nothing", async () => {
  expect(await payThroughKills(PAYMENT_KILLS)).toEqual({
    killed: PAYMENT_KILLS,
    unpaid: 0,
    paidTwice: 0,
    unrecorded: 0,
  });
}, 1_800_000);
