export type Pair = readonly [from: string, to: string];
export type Range = readonly [from: number, to: number];
export type Call = {
  host: number;
  at: number;
  minutes: number;
  before: number;
  after: number;
  isTaken: boolean;
  isSameType: boolean;
};

export type Host = {
  rota: { zone: string; hours: Partial<Record<string, Pair[]>>; weight: number } | null;
  absences: Range[];
  busy: Range[];
};
export type FreeTimeCase = {
  zone: string;
  hours: Partial<Record<string, Pair>>;
  holidays: string[];
  type: {
    minutes: number;
    before: number;
    after: number;
    step: number;
    notice: number;
    horizon: number;
    dailyLimit: number | null;
    assignment: "pool" | "together";
    /** The account's days on which calls take place, and their times; null for the whole day. */
    days: string[];
    between: Pair | null;
  };
  hosts: Host[];
  calls: Call[];
  /** The number of the call that is moved. */
  moved: number | null;
  now: number;
  from: number;
  to: number;
};
