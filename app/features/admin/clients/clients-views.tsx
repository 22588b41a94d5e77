import { useQuery } from "@tanstack/react-query";
import { NavLink, Outlet, useSearchParams } from "react-router";
import { cn } from "~/ui/cn.ts";
import { TabsCount } from "~/ui/tabs.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { accountSearchOf, accountsQuery } from "../accounts/api.ts";
import { clientsQuery } from "./api.ts";

/**
 * The two views of clients: the people who sign in, and the accounts that they belong to. A search stays when the view changes, and
 * each view says how many it finds, with the filters of the accounts while they are open.
 */
export function ClientsViews() {
  const params = useSearchParams()[0];
  const search = accountSearchOf((name) => params.get(name) ?? "");
  const { query } = search;
  const people = useQuery(clientsQuery({ query, sort: "company", descending: false, page: 1 })).data?.total;
  const accounts = useQuery(accountsQuery({ ...search, sort: "name", descending: false, page: 1 })).data?.total;
  const kept = query && `?q=${encodeURIComponent(query)}`;
  return (
    <>
      <nav aria-label="Clients" className="-mt-2 -mb-1 grid gap-2">
        <div className="flex gap-2 border-line border-b [&>:first-child]:-ml-1.5">
          <View to={`/admin/clients${kept}`} label="People" count={people} />
          <View to={`/admin/accounts${kept}`} label="Accounts" count={accounts} />
        </div>
        <p className="text-13 text-ink-3">
          An account is a client's business, with its plan, leads and money. People sign in and belong to an account.
        </p>
      </nav>
      <Outlet />
    </>
  );
}

function View({ to, label, count }: { to: string; label: string; count: number | undefined }) {
  return (
    <NavLink
      to={to}
      className={cn(
        "relative inline-flex h-10 items-center gap-1.5 rounded-xs px-1.5 font-medium text-ink-3 text-sm no-underline phone:h-11",
        "hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:text-ink",
        "after:absolute after:inset-x-1.5 after:-bottom-px after:h-0.5 aria-[current=page]:after:bg-accent",
      )}
    >
      {label} {count !== undefined && <TabsCount>{formatCount(count)}</TabsCount>}
    </NavLink>
  );
}
