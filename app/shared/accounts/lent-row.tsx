import type { ReactNode } from "react";
import { cn } from "~/ui/cn.ts";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { StaffLink } from "../staff-link.tsx";
import type { LentPerson } from "./account-people.ts";
import { ROW_LINK } from "./member-row.tsx";
import { PersonLine } from "./person-line.tsx";

type Props = { person: LentPerson; linksRecord: boolean; children: ReactNode };

/** A sales rep of the agency who works in the account, too. */
export function LentRow({ person, linksRecord, children }: Props) {
  return (
    <li
      className={cn(
        "flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5",
        linksRecord && "relative hover:bg-hover",
      )}
    >
      <PersonLine
        person={person}
        name={
          linksRecord ? (
            <StaffLink id={person.id} className={ROW_LINK}>
              {person.name}
            </StaffLink>
          ) : (
            person.name
          )
        }
        detail={
          <>
            {person.is_active ? "works with this account's leads" : "inactive, sees nothing here now"}, added{" "}
            <TimeAgo at={person.since} />
          </>
        }
      />
      <span className="relative z-1">{children}</span>
    </li>
  );
}
