import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { Link } from "~/ui/link.tsx";
import { workTexts } from "./access-change.ts";
import { openLeadsPath, openWorkQuery, type Person } from "./api.ts";

/** What happens to the work of a person who leaves the team, with links to it. */
export function OpenWorkList({ person: { userId, name, roles, agencyLeads } }: { person: Person }) {
  const { data } = useQuery(openWorkQuery(userId));
  const isOfAgency = roles.some(({ role, status }) => role !== "client" && status === "active");
  const { calls, tasks, requests, types } = data ? workTexts(data, name) : {};
  const leadsPath = isOfAgency && agencyLeads > 0 ? openLeadsPath(userId) : null;
  if (!calls && !tasks && !requests && !types && !leadsPath) return null;
  return (
    <ul aria-label="Their open work" className="grid gap-1.5 text-13 text-ink-2">
      {calls && <Item text={calls} link="See the calls" to={isOfAgency ? `/crm/calls?who=${userId}` : null} />}
      {types && <Item text={types} link="See the meeting types" to={isOfAgency ? "/crm/calls/types" : null} />}
      {tasks && <Item text={tasks} />}
      {requests && <Item text={requests} link="See the requests" to="/admin/requests" />}
      {leadsPath && (
        <Item text="Their open leads go to the owner that you choose." link="See the leads" to={leadsPath} />
      )}
    </ul>
  );
}

function Item({ text, link, to }: { text: string; link?: string; to?: string | null }) {
  return (
    <li className="wrap-anywhere">
      {text}{" "}
      {link && to && (
        <Link asChild className="whitespace-nowrap">
          <RouterLink to={to}>{link}</RouterLink>
        </Link>
      )}
    </li>
  );
}
