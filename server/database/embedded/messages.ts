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

/** One connection of the `pg` driver. All connections share the one session of the database. */
export type ConnectionId = number;

/** Messages of PostgreSQL's protocol, or the end of the connection, which rolls back its transaction and resets the session. */
export type Batch =
  | { kind: "batch"; connection: ConnectionId; bytes: Uint8Array }
  | { kind: "end"; connection: ConnectionId };

/** From the host to the worker. */
export type Request = Batch | { kind: "dump" } | { kind: "close" };

/** What follows the last part of an answer: the connection that holds the session until its transaction ends, if there is one. */
export type Next = { holder: ConnectionId | undefined };

/** From the worker to the host. The answer to a batch comes in one part or more; `next` is on the last one. */
export type Reply =
  | { kind: "open" }
  | { kind: "part"; bytes: Uint8Array; next?: Next }
  | { kind: "dumped"; file: Uint8Array<ArrayBuffer> }
  | { kind: "closed" };
