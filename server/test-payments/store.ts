import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { DEMO_CUSTOMER, DEMO_PLAN, demoPlan } from "./demo-plan.ts";
import type { Records } from "./records.ts";

export type Store = {
  records: Records;
  /** Seconds since 1970 on the test clock. */
  now: () => number;
  newId: (prefix: string) => string;
  /** Writes everything to disk. A response is sent only after that. */
  save: () => void;
};

/**
 * Opens the local payment server's storage. It is one file that is replaced as a whole, so a killed process leaves the
 * last saved state.
 */
export function openStore(file: string): Store {
  const records: Records = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Records)
    : {
        ahead: 0,
        webhookSecret: `whsec_${randomBytes(24).toString("hex")}`,
        customers: { [DEMO_CUSTOMER.id]: DEMO_CUSTOMER },
        sessions: {},
        intents: {},
        refunds: {},
        subscriptions: { [DEMO_PLAN]: demoPlan() },
        events: {},
        answers: {},
      };
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(records), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  if (!existsSync(file)) save();
  return {
    records,
    now: () => Math.floor(Date.now() / 1000) + records.ahead,
    newId: (prefix) => `${prefix}_test_${randomBytes(12).toString("hex")}`,
    save,
  };
}
