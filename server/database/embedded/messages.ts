/** What the worker needs to open the database. */
export type OpenOptions = {
  /** The data directory. An in-memory database has none. */
  directory?: string;
  /** PostgreSQL's setting, for example `32MB`. */
  sharedBuffers: string;
  /** The compiled database, so that no worker compiles it again. */
  program: WebAssembly.Module;
};

/** One connection of the `pg` driver. All connections share the database's one session. */
export type ConnectionId = number;

/**
 * Messages of PostgreSQL's protocol, or the end of the connection, which rolls back its transaction and resets the
 * session.
 */
export type Batch =
  | { kind: "batch"; connection: ConnectionId; bytes: Uint8Array }
  | { kind: "end"; connection: ConnectionId };

/** From the host to the worker. */
export type Request = Batch | { kind: "read-only"; isOn: boolean } | { kind: "close" };

/** Sent with the last part of an answer: the connection whose transaction is open, if any. */
export type Next = { holder: ConnectionId | undefined };

/** From the worker to the host. The answer to a batch has one part or more; `next` is on the last one. */
export type Reply = { kind: "open" } | { kind: "part"; bytes: Uint8Array; next?: Next } | { kind: "closed" };
