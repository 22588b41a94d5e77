/** What the worker needs to open the database. */
export type OpenOptions = {
  /** The data directory; a database in memory has none. */
  directory?: string;
  /** The tar file of the data directory that a database in memory begins with. */
  snapshot?: string;
  /** PostgreSQL's setting, for example `32MB`. */
  sharedBuffers: string;
  /** The compiled database, so that no worker compiles it again. */
  program: WebAssembly.Module;
};

/** From the host to the worker. Bytes are messages of PostgreSQL's protocol; a batch gets exactly one `done`. */
export type Request = { kind: "bytes"; bytes: Uint8Array } | { kind: "dump" } | { kind: "close" };

/** From the worker to the host. */
export type Answer =
  | { kind: "open" }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "done" }
  | { kind: "dumped"; file: Uint8Array<ArrayBuffer> }
  | { kind: "closed" };
