import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { BatchQueue } from "./batch-queue.ts";
import type { Batch, Next, OpenOptions, Reply, Request } from "./messages.ts";

// The thread of the embedded database. It answers batches of protocol bytes one after the other. An error ends the
// thread, and the host opens a new one.

enableCompileCache("node_modules/.cache/compiled");
const [{ PGlite }, { pg_trgm }] = await Promise.all([
  import("@electric-sql/pglite"),
  import("@electric-sql/pglite/contrib/pg_trgm"),
]);

/** A longer answer is sent in parts, so that the host reads it in small steps and serves other requests in between. */
const MAX_PART_BYTES = 64 * 1024;
/** The end of an answer when no transaction is open: ReadyForQuery (`Z`), four bytes of length, idle (`I`). */
const IDLE = [90, 0, 0, 0, 5, 73];
/** Resets the state that a connection left, except for prepared statements, which other connections use. */
const RESET = [
  "rollback",
  "reset session authorization",
  "reset all",
  "close all",
  "unlisten *",
  "select pg_advisory_unlock_all()",
  "discard temp",
  "discard sequences",
];

const port = parentPort;
if (!port) throw new Error("This file runs as a worker");
const { directory, sharedBuffers, program } = workerData as OpenOptions;
const database = await PGlite.create({
  ...(directory ? { dataDir: directory } : {}),
  pgliteWasmModule: program,
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`],
});

let part = new Uint8Array(MAX_PART_BYTES);
let length = 0;
const end = new Uint8Array(IDLE.length);

function send(answer: Reply, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(answer, transfer);
}

function collect(bytes: Uint8Array): void {
  if (length + bytes.length > MAX_PART_BYTES && length > 0) sendPart();
  if (length + bytes.length > part.length) {
    const longer = new Uint8Array(Math.max(part.length * 2, length + bytes.length));
    longer.set(part.subarray(0, length));
    part = longer;
  }
  part.set(bytes, length);
  length += bytes.length;
  const tail = bytes.subarray(-end.length);
  end.copyWithin(0, tail.length);
  end.set(tail, end.length - tail.length);
}

function sendPart(next?: Next): void {
  const bytes = part.slice(0, length);
  length = 0;
  send({ kind: "part", bytes, ...(next && { next }) }, [bytes.buffer]);
}

const queue = new BatchQueue<Batch>();
/** Whether new transactions must not write, and whether the session knows that. */
let isReadOnly = false;
let isSetReadOnly = false;

async function setReadOnly(): Promise<void> {
  if (queue.holder !== undefined || isSetReadOnly === isReadOnly) return;
  await database.exec(`set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
  isSetReadOnly = isReadOnly;
}

/** Runs one batch. A connection keeps the session until an answer says that no transaction is open. */
async function answer(batch: Batch): Promise<void> {
  await setReadOnly();
  end.fill(0);
  // `execProtocolRaw` would keep 8 KB of every request forever.
  if (batch.kind === "batch")
    await database.execProtocolRawStream(batch.bytes, { syncToFs: false, onRawData: collect });
  else {
    for (const statement of RESET) await database.exec(statement);
    isSetReadOnly = false;
  }
  const isIdle = batch.kind === "end" || IDLE.every((byte, at) => end[at] === byte);
  queue.holder = isIdle ? undefined : batch.connection;
  sendPart({ holder: queue.holder });
}

let turn = Promise.resolve();

async function work(request: Request): Promise<void> {
  if (request.kind === "close") {
    await database.close();
    send({ kind: "closed" });
  } else if (request.kind === "read-only") {
    isReadOnly = request.isOn;
  } else {
    queue.add(request);
    for (let batch = queue.take(); batch; batch = queue.take()) await answer(batch);
  }
}

port.on("message", (request: Request) => {
  turn = turn.then(() => work(request));
});
send({ kind: "open" });
