import { useSearchParams } from "react-router";
import type { Role, RoleStatus } from "../../../../domain/roles.ts";
import type { PeopleFilter, PeopleSort } from "./search-people.ts";

const ROLES: readonly Role[] = ["admin", "sales", "client"];
const STATUSES: readonly RoleStatus[] = ["pending", "active", "inactive"];
const SORTS: readonly PeopleSort[] = ["name", "email", "company", "role", "status", "active", "leads", "created"];

/** Search, filters and order are part of the address, so that a view can be linked and survives a reload. */
export function usePeopleFilter(): [PeopleFilter, (change: Partial<PeopleFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const [sort = "", direction] = (search.get("sort") ?? "").split("-");
  const known = SORTS.find((name) => name === sort);
  const filter: PeopleFilter = {
    query: search.get("q") ?? "",
    role: ROLES.find((role) => role === search.get("role")) ?? "",
    status: STATUSES.find((status) => status === search.get("status")) ?? "",
    sort: known ?? "created",
    descending: known ? direction === "down" : true,
  };
  const change = (wanted: Partial<PeopleFilter>) =>
    setSearch(
      (current) => {
        const next = { ...filter, ...wanted };
        const put = (name: string, value: string) => (value ? current.set(name, value) : current.delete(name));
        put("q", next.query);
        put("role", next.role);
        put("status", next.status);
        const usual = next.sort === "created" && next.descending;
        put("sort", usual ? "" : `${next.sort}-${next.descending ? "down" : "up"}`);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filter, change];
}
