/** A statement's result: the returned rows, and the number of rows that it returned, added, changed or removed. */
export type Outcome<Row = Record<string, unknown>> = { rows: Row[]; count: number };

/** One connection. The statements of one session run in order; those of two sessions may overlap. */
export type Session = {
  run: <Row = Record<string, unknown>>(text: string, parameters?: unknown[]) => Promise<Outcome<Row>>;
};

export type TestDatabase = Session & {
  /** Opens another connection, if the database supports it. */
  connect?: () => Promise<Session & { release: () => void }>;
  close: () => Promise<void>;
};
