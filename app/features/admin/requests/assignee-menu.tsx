import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { type Assignee, assignableQuery, assignRequest, type ChangeRequest } from "./api.ts";

type Props = { request: ChangeRequest };
type Change = { from: Assignee | null; to: Assignee | null; isUndo?: boolean };

/** Who takes care of a request, and the menu that changes it. One click takes an open one that has no one. */
export function AssigneeMenu({ request }: Props) {
  const { id, business_name, status, assignee } = request;
  const { user } = useSession();
  const assign = useAction({
    action: ({ from, to }: Change) => assignRequest(id, from?.id ?? null, to?.id ?? null),
    successMessage: (_, { from, to, isUndo }) => {
      const title = assigneeText(to, user?.id);
      if (isUndo) return title;
      return { title, action: { label: "Undo", onClick: () => void assign.run({ from: to, to: from, isUndo: true }) } };
    },
    errorMessage: "Couldn't assign the request",
    invalidates: [queryKeys.changeRequests(), queryKeys.clientRecord(request.user_id)],
  });
  const choose = (to: Assignee | null) => void assign.run({ from: assignee, to });
  return (
    <span className="ml-auto flex min-w-0 items-center md:gap-1">
      {!assignee && status === "open" && user && (
        <Button
          size="sm"
          variant="ghost"
          className="phone:px-2"
          disabled={assign.busy}
          aria-label={`Take the request from ${business_name}`}
          onClick={() => choose({ id: user.id, name: "you" })}
        >
          Take
        </Button>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            size="sm"
            variant="ghost"
            loading={assign.busy}
            className="min-w-0 phone:px-2"
            aria-label={`Assignee of the request from ${business_name}: ${assignee?.name ?? "no one"}`}
          >
            {assignee ? (
              <>
                <PersonAvatar userId={assignee.id} name={assignee.name} size={20} />
                <span className="max-w-40 truncate">{assignee.name}</span>
              </>
            ) : (
              <span className="text-ink-2">Unassigned</span>
            )}
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-64">
          <DropdownMenuLabel>Assign to</DropdownMenuLabel>
          <Choices chosen={assignee} selfId={user?.id} onChoose={choose} />
          {assignee && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem onSelect={() => choose(null)}>Unassign</DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </span>
  );
}

function assigneeText(assignee: Assignee | null, selfId: string | undefined): string {
  if (!assignee) return "Request unassigned";
  return assignee.id === selfId ? "You took the request" : `Request assigned to ${assignee.name}`;
}

type ChoicesProps = { chosen: Assignee | null; selfId: string | undefined; onChoose: (to: Assignee) => void };

/** The admins, because only they answer requests; oneself first. */
function Choices({ chosen, selfId, onChoose }: ChoicesProps) {
  const { data, isError } = useQuery(assignableQuery);
  if (isError) return <p className="px-2 py-1.5 text-13 text-bad-fg">The admins couldn't be loaded.</p>;
  if (!data) return <p className="px-2 py-1.5 text-13 text-ink-3">Loading…</p>;
  const admins = data.toSorted((one, other) => Number(other.id === selfId) - Number(one.id === selfId));
  return (
    <DropdownMenuRadioGroup
      value={chosen?.id ?? ""}
      onValueChange={(next) => {
        const to = admins.find(({ id }) => id === next);
        if (to) onChoose(to);
      }}
    >
      {admins.map(({ id, name }) => (
        <DropdownMenuRadioItem key={id} value={id}>
          <PersonAvatar userId={id} name={name} size={20} />
          <span className="min-w-0 truncate">{name}</span>
          {id === selfId && <span className="text-ink-3">(you)</span>}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  );
}
