import { join } from "node:path";
import { openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";
import { ADD_DUE_CLOCKS, DUE_CLOCK_DELAYS } from "../tests/support/due-clocks.ts";
import { ADD_MAILS, MAIL_STATES, openFaultDatabase } from "../tests/support/fault-database.ts";
import { startHostProcess } from "../tests/support/host-process.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { openSmtpProvider, type SmtpProvider } from "../tests/support/smtp-provider.ts";
import { atMost, type Measurement } from "./measurement.ts";

const WAITING_MAILS = 1_000;
const CLOCKS = 33;
const SLOW_MAILS = 40;
const SHARED_MAILS = 500;

/** Mail servers that hang or are slow: what waits for them, and what is sent twice. */
export async function measureOutbox(): Promise<Measurement[]> {
  return [...(await measureClocks()), ...(await measureSlowServer(1 / 20)), ...(await measureTwoHosts())];
}

/** Clock events become due one after the other while a thousand emails wait for a server that hangs. */
async function measureClocks(): Promise<Measurement[]> {
  const provider = await openSmtpProvider();
  provider.behave("hangs");
  const dataDir = await seededDataDirectory();
  const onDatabase = async <Row>(work: [text: string, parameters?: unknown[]][]): Promise<Row[]> => {
    const connection = await openConnection({ directory: join(dataDir, "database") });
    let rows: Row[] = [];
    for (const [text, parameters] of work) rows = await query<Row>(connection, text, parameters);
    await connection.close();
    return rows;
  };
  await onDatabase([
    [ADD_MAILS, ["waiting-", WAITING_MAILS]],
    [ADD_DUE_CLOCKS[0]],
    [ADD_DUE_CLOCKS[1], [CLOCKS]],
    // The host needs time to start.
    [ADD_DUE_CLOCKS[2], [10, 0.7]],
  ]);
  const host = await startHostProcess({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "0", ...provider.variables });
  await new Promise((resolve) => setTimeout(resolve, 10_000 + CLOCKS * 700 + 5_000));
  const begun = performance.now();
  await host.stop("SIGTERM");
  const stopped = (performance.now() - begun) / 1000;
  const [found] = await onDatabase<{ done: number; added: number; longest: number }>([[DUE_CLOCK_DELAYS]]);
  await host.dispose();
  await provider.close();
  const { done = 0, added = 0, longest = Number.POSITIVE_INFINITY } = found ?? {};
  const note = `${done} of ${added} ran`;
  return [
    atMost(
      `longest delay of a clock event while ${WAITING_MAILS} emails wait for a server that hangs`,
      done === CLOCKS ? longest : Number.POSITIVE_INFINITY,
      2,
      "s",
      note,
    ),
    atMost("SIGTERM to the end, while emails wait", stopped, 30, "s"),
  ];
}

/** A server that confirms each email after a minute. In real time (scale 1) this takes eight minutes. */
export async function measureSlowServer(scale = 1): Promise<Measurement[]> {
  const provider = await openSmtpProvider();
  provider.behave("takes", 60_000 * scale);
  const seconds = await sendAll(provider, 1, SLOW_MAILS, scale);
  return [
    atMost(
      `emails sent twice by a server that takes 60 s for each, of ${SLOW_MAILS}`,
      copies(provider, SLOW_MAILS),
      0,
      "",
      scale === 1 ? `${seconds.toFixed(0)} s in all` : `all times × ${scale}; outbox-slow measures the real ones`,
    ),
  ];
}

async function measureTwoHosts(): Promise<Measurement[]> {
  const provider = await openSmtpProvider();
  const seconds = await sendAll(provider, 2, SHARED_MAILS, 1);
  return [
    atMost(
      `emails doubled by two hosts, of ${SHARED_MAILS}`,
      copies(provider, SHARED_MAILS),
      0,
      "",
      `${seconds.toFixed(1)} s in all`,
    ),
  ];
}

/** How many emails too many arrived. Too few are worse, so each counts as well. */
function copies(provider: SmtpProvider, wanted: number): number {
  const different = new Set(provider.delivered.map(({ to }) => to)).size;
  return provider.delivered.length - different + (wanted - different);
}

/** Sends the emails from some hosts on one PostgreSQL, and returns how many seconds that took. */
async function sendAll(provider: SmtpProvider, hosts: number, mails: number, scale: number): Promise<number> {
  const database = await openFaultDatabase();
  const variables = {
    DATABASE_URL: database.url,
    DEMO: "0",
    RATE_LIMIT_SCALE: "0",
    OUTBOX_TIME_SCALE: String(scale),
    ...provider.variables,
  };
  const running = [];
  for (let at = 0; at < hosts; at++) running.push(await startHostProcess(variables));
  const begun = performance.now();
  await database.sql(ADD_MAILS, ["bench-", mails]);
  while ((await database.value(MAIL_STATES, ["bench-"])) !== `done ${mails}`) {
    if (performance.now() - begun > 900_000) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(running.map((host) => host.dispose()));
  await provider.close();
  await database.close();
  return seconds;
}
