/** One result of the doctor: what was looked at, how it is, and what to do. */
export type Finding = { topic: string; state: "ok" | "warning" | "problem"; text: string };

export const ok = (topic: string, text: string): Finding => ({ topic, state: "ok", text });
export const warning = (topic: string, text: string): Finding => ({ topic, state: "warning", text });
export const problem = (topic: string, text: string): Finding => ({ topic, state: "problem", text });

/** Runs one statement as the database's owner. */
export type RunQuery = <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>;

/** The first line of an error, without the address's password. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  const line = (message || code || String(error)).split("\n", 1)[0] ?? "";
  return line.replace(/:\/\/[^@\s/]*@/g, "://").slice(0, 200);
}
