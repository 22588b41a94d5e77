import { rpc } from "~/shared/api.ts";
import type { Role, RoleStatus } from "../../../../domain/roles.ts";

export type PersonRole = { role: Role; status: RoleStatus; since: string };

export type Person = {
  userId: string;
  name: string;
  email: string;
  company: string | null;
  roles: PersonRole[];
  lastActive: string | null;
  openLeads: number;
  /** Whether they sign in with a code as well. */
  twoStep: boolean;
  createdAt: string;
};

export type PeopleSort = "name" | "email" | "company" | "role" | "status" | "active" | "leads" | "created";

/** Which people, in which order; an empty role or status means any. */
export type PeopleFilter = {
  query: string;
  role: Role | "";
  status: RoleStatus | "";
  sort: PeopleSort;
  descending: boolean;
};

export type PeoplePage = { people: Person[]; total: number; offset: number };

/** A page of the people that match, and how many there are in all, found and counted by the database. Throws ServiceError. */
export async function searchPeople(filter: PeopleFilter, offset: number, limit: number): Promise<PeoplePage> {
  const data = await rpc("search_people", {
    p_query: filter.query,
    ...(filter.role ? { p_role: filter.role } : {}),
    ...(filter.status ? { p_status: filter.status } : {}),
    p_sort: filter.sort,
    p_descending: filter.descending,
    p_limit: limit,
    p_offset: offset,
  });
  const people = data.map((row): Person => {
    return {
      userId: row.user_id,
      name: [row.first_name, row.last_name].filter(Boolean).join(" ") || row.email,
      email: row.email,
      company: row.company,
      roles: row.roles as PersonRole[],
      lastActive: row.last_active,
      openLeads: Number(row.open_leads),
      twoStep: row.has_second_factor,
      createdAt: row.created_at,
    };
  });
  return { people, total: Number(data[0]?.total ?? 0), offset };
}
