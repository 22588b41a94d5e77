import type { ReactNode } from "react";
import { PersonAvatar } from "../avatars/person-avatar.tsx";

type Props = { person: { id: string; name: string; email: string }; name: ReactNode; detail: ReactNode };

/** A person's picture, name and address. */
export function PersonLine({ person, name, detail }: Props) {
  return (
    <span className="flex min-w-0 flex-1 basis-40 items-center gap-3 phone:basis-56">
      <PersonAvatar userId={person.id} name={person.name} size={24} />
      <span className="grid min-w-0 text-13">
        <span className="truncate font-medium">{name}</span>
        <span className="text-ink-3 text-xs">
          {person.name !== person.email && (
            <>
              <span className="wrap-anywhere phone:block">{person.email}</span>
              <span className="phone:hidden"> · </span>
            </>
          )}
          {detail}
        </span>
      </span>
    </span>
  );
}
