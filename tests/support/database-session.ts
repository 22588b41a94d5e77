/** What a statement did: the rows it returned, and how many it returned, added, changed or removed. */
export type Outcome<Row = Record<string, unknown>> = { rows: Row[]; count: number };

/** One connection. Statements of one session follow each other; those of two sessions may overlap. */
export type Session = {
  run: <Row = Record<string, unknown>>(text: string, parameters?: unknown[]) => Promise<Outcome<Row>>;
};

export type TestDatabase = Session & {
  /** Another connection, where the database can have one. */
  connect?: () => Promise<Session & { release: () => void }>;
  close: () => Promise<void>;
};
