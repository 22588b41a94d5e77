/** What every request brings along: its sender's address and its id. */
export type Bindings = { address: string; requestId: string };
