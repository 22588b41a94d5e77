import type { Person } from "../database-persons.ts";

/** A business with rows in every table. All texts of its rows contain the mark, and all ids begin with the digits. */
export type Tenant = {
  name: string;
  mark: string;
  digits: string;
  /** Ids that are numbers begin here. */
  first: number;
  account: string;
  slug: string;
  premium: boolean;
};

export const AGENCY_ACCOUNT = "00000000-0000-4000-8000-000000000001";

/** The row of this number has the same id in every table, so one id stands for the rows of all tables. */
export const idOf = ({ digits }: Pick<Tenant, "digits">, number: number): string =>
  `${digits.repeat(4).slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, "0")}`;

const client = (name: string, mark: string, digits: string, first: number, premium = true): Tenant => ({
  name,
  mark,
  digits,
  first,
  account: idOf({ digits }, 1),
  slug: mark,
  premium,
});

export const A = client("A", "zqaaa", "a7", 1000);
export const B = client("B", "zqbbb", "b7", 2000);
const FREE = client("the free account", "zqfff", "f7", 3000, false);
export const AGENCY: Tenant = { ...client("the agency", "zqccc", "c7", 4000), account: AGENCY_ACCOUNT, slug: "agency" };

/** A client that does not exist. A request about it must get the answer of a request about another client. */
export const NOBODY = client("nobody", "zqnnn", "d7", 9000);

export const CLIENTS = [A, B, FREE];
export const TENANTS = [...CLIENTS, AGENCY];

/** How a row of a person is marked who belongs to no account alone: no one's secret. */
export const SHARED = { digits: "e7", mark: "zqshared" };

export type Caller = { person: Person; role?: "client" | "sales" | "admin"; own: Tenant | null; hidden: Tenant[] };

const person = (tenant: Pick<Tenant, "digits" | "mark">, number: number): Person => ({
  id: idOf(tenant, number),
  email: `${tenant.mark}${number}@common.example`,
});

const clientOf = (own: Tenant | null, someone: Person, hidden: Tenant[]): Caller => ({
  person: someone,
  role: "client",
  own,
  hidden,
});
const rep = (number: number, own: Tenant, hidden: Tenant[]): Caller => ({
  person: person(SHARED, number),
  role: "sales",
  own,
  hidden,
});

/** Everyone who calls, what is theirs, and of whom they may see nothing. */
export const CALLERS: Record<string, Caller> = {
  "A's owner": clientOf(A, person(A, 1), [B, AGENCY, FREE]),
  "A's member": clientOf(A, person(A, 2), [B, AGENCY, FREE]),
  "A's billing person": clientOf(A, person(A, 3), [B, AGENCY, FREE]),
  "a rep lent to A": rep(1, A, [B, FREE]),
  "a rep who is not lent": rep(2, AGENCY, [B, A, FREE]),
  "a rep whose loan to B ended": rep(3, AGENCY, [B, A, FREE]),
  "a person removed from B": clientOf(null, person(SHARED, 4), [B, A, AGENCY, FREE]),
  "a free account's owner": clientOf(FREE, person(FREE, 1), [B, A, AGENCY]),
  "a visitor": { person: { id: null, email: "" }, own: null, hidden: [B, A, AGENCY, FREE] },
};

/** People who may see B. They show that a call with these arguments finds its rows, so that an empty answer means something. */
export const INSIDERS: Record<string, Caller> = {
  "B's owner": clientOf(B, person(B, 1), []),
  "an admin": { person: person(SHARED, 9), role: "admin", own: null, hidden: [] },
};

/** Someone of the agency who is lent to B now. */
export const COLLEAGUE = person(SHARED, 5);
export const LENT_REP = person(SHARED, 1);
export const UNLENT_REP = person(SHARED, 2);
const ENDED_REP = person(SHARED, 3);
const REMOVED = person(SHARED, 4);

/** Finds the texts and ids of these tenants. */
export const patternOf = (tenants: Tenant[]): string =>
  `(${tenants.map(({ mark, digits }) => `${mark}|${digits.repeat(4)}`).join("|") || "^$"})`;

/** Which person the row of this number names. Rows 4 and 5 of B name people who no longer belong to it. */
export function namedIn(tenant: Tenant, row: number): Person {
  if (tenant === B && row === 4) return REMOVED;
  if (tenant === B && row === 5) return ENDED_REP;
  return person(tenant, row > 3 ? 1 : row);
}
