import { useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import type { LeadRef } from "../lib/lead-types.ts";
import { createAccountFromLead } from "./api.ts";

type Props = {
  lead: Pick<LeadRef, "id">;
  size?: "sm";
  onOpened?: () => void;
};

/** Makes a won lead's account and opens it. A second click opens the same one. */
export function CreateAccountButton({ lead, size, onOpened }: Props) {
  const navigate = useNavigate();
  const create = useAction({
    action: () => createAccountFromLead(lead.id),
    errorMessage: "Couldn't create the account",
    invalidates: [queryKeys.crm(), queryKeys.accounts()],
    onSuccess: ({ id }) => {
      onOpened?.();
      return navigate(`/admin/accounts/${id}`);
    },
  });
  return (
    <Button type="button" {...(size && { size })} loading={create.busy} onClick={() => void create.run()}>
      <span>Create account</span>
    </Button>
  );
}
