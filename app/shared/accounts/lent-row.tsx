import type { ReactNode } from "react";
import { TimeAgo } from "~/ui/time-ago.tsx";
import type { LentPerson } from "./account-people.ts";
import { PersonLine } from "./person-line.tsx";

/** A sales person of the agency who works in the account, too. */
export function LentRow({ person, children }: { person: LentPerson; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <PersonLine
        person={person}
        name={person.name}
        detail={
          <>
            works with this account's leads, added <TimeAgo at={person.since} />
          </>
        }
      />
      {children}
    </li>
  );
}
