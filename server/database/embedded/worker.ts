import { openAsBlob } from "node:fs";
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Answer, OpenOptions, Request } from "./messages.ts";

// The thread that holds the embedded database. It answers one batch of protocol bytes after the other; whatever it throws ends
// the thread, and the host opens a new one.

enableCompileCache("node_modules/.cache/compiled");
const [{ PGlite }, { pg_trgm }] = await Promise.all([
  import("@electric-sql/pglite"),
  import("@electric-sql/pglite/contrib/pg_trgm"),
]);

/** A longer answer leaves in parts, so that the host reads it in small steps and answers others in between. */
const LARGEST_PART = 64 * 1024;
/** The first byte of a startup message: its length has four bytes, and other messages begin with a letter. */
const STARTUP = 0;

const port = parentPort;
if (!port) throw new Error("This file runs as a worker");
const { directory, snapshot, sharedBuffers, program } = workerData as OpenOptions;
const database = await PGlite.create({
  ...(directory ? { dataDir: directory } : {}),
  ...(snapshot ? { loadDataDir: await openAsBlob(snapshot) } : {}),
  pgliteWasmModule: program,
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`],
});

let part = new Uint8Array(LARGEST_PART);
let length = 0;

function tell(answer: Answer, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(answer, transfer);
}

function collect(bytes: Uint8Array): void {
  if (length + bytes.length > LARGEST_PART) send();
  if (length + bytes.length > part.length) {
    const longer = new Uint8Array(Math.max(part.length * 2, length + bytes.length));
    longer.set(part.subarray(0, length));
    part = longer;
  }
  part.set(bytes, length);
  length += bytes.length;
}

function send(): void {
  if (length === 0) return;
  const bytes = part.slice(0, length);
  length = 0;
  tell({ kind: "bytes", bytes }, [bytes.buffer]);
}

async function answer(bytes: Uint8Array): Promise<void> {
  // A new client finds a fresh session, whatever the last one left.
  if (bytes[0] === STARTUP) for (const statement of ["rollback", "discard all"]) await database.exec(statement);
  // Not `execProtocolRaw`, which keeps 8 KB of every request for good.
  await database.execProtocolRawStream(bytes, { syncToFs: false, onRawData: collect });
  send();
  tell({ kind: "done" });
}

const work: { [Kind in Request["kind"]]: (request: Extract<Request, { kind: Kind }>) => Promise<void> } = {
  bytes: ({ bytes }) => answer(bytes),
  dump: async () => {
    const file = new Uint8Array(await (await database.dumpDataDir("none")).arrayBuffer());
    tell({ kind: "dumped", file }, [file.buffer]);
  },
  close: async () => {
    await database.close();
    tell({ kind: "closed" });
  },
};

let turn = Promise.resolve();
port.on("message", (request: Request) => {
  turn = turn.then(() => (work[request.kind] as (request: Request) => Promise<void>)(request));
});
tell({ kind: "open" });
