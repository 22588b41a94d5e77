import { Link as RouterLink } from "react-router";
import { Link } from "~/ui/link.tsx";
import { openLeadsPath, type Person } from "./api.ts";

/** How many open leads a person has in all accounts, with a link to those of the agency: a list shows one account. */
export function OpenLeads({ person, none, className }: { person: Person; none: string; className?: string }) {
  const { userId, name, openLeads, agencyLeads } = person;
  if (agencyLeads === 0) return openLeads || none;
  const others = openLeads - agencyLeads;
  const split = others > 0 ? `: ${agencyLeads} in your agency, ${others} in client accounts` : "";
  return (
    <Link asChild className={className}>
      <RouterLink
        to={openLeadsPath(userId)}
        aria-label={`${openLeads} open leads of ${name}${split}`}
        {...(split && { title: split.slice(2) })}
      >
        {openLeads}
      </RouterLink>
    </Link>
  );
}
