export type Lane = {
  name: string;
  kinds: string[];
  /** How many jobs of one worker run at the same time. */
  parallel: number;
};

/**
 * Kinds of outbox jobs that wait only for each other. A mail server or payment provider that hangs holds up its own lane,
 * and never the clocks of leads.
 */
export const LANES = [
  { name: "clock", kinds: ["lead_clock"], parallel: 1 },
  { name: "bookings", kinds: ["booking"], parallel: 1 },
  { name: "mail", kinds: ["mail"], parallel: 5 },
  { name: "payments", kinds: ["close_checkout", "close_plan_page"], parallel: 1 },
  { name: "imports", kinds: ["lead_import"], parallel: 1 },
  { name: "files", kinds: ["remove_files"], parallel: 1 },
  { name: "calendars", kinds: ["calendar"], parallel: 2 },
  { name: "domains", kinds: ["check_domain"], parallel: 1 },
] as const satisfies readonly Lane[];
