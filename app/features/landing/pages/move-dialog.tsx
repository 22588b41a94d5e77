import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import type { PageListItem } from "../lib/api.ts";
import { accountOptionsQuery, movePage } from "../lib/publish-requests.ts";

type Props = { page: PageListItem; open: boolean; onClose: () => void };

/** Moves a page to another account, and says what stays. For admins. */
export function MoveDialog({ page, open, onClose }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent>{open && <MoveForm page={page} onClose={onClose} />}</DialogContent>
    </Dialog>
  );
}

function MoveForm({ page, onClose }: Omit<Props, "open">) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const accounts = useQuery(accountOptionsQuery(text.trim()));
  const options = (accounts.data ?? []).filter(({ id }) => id !== page.account_id);
  const account = options.find(({ id }) => id === chosen);
  const move = useAction({
    action: (id: string) => movePage(page.id, id),
    successMessage: `${page.title} moved to ${account?.name ?? "the account"}`,
    errorMessage: "Couldn't move the page",
    showProblem: "inline",
    invalidates: [queryKeys.landingPages()],
    onSuccess: onClose,
  });
  const submit = () => (account ? void move.run(account.id) : move.setProblem("Choose an account"));
  return (
    <>
      <DialogTitle>Move {page.title}?</DialogTitle>
      <DialogDescription>
        New leads from the page go to the chosen account. Earlier leads and submissions stay with {page.account_name}.
        The draft, versions, domain and statistics move with the page, and preview links stop working.
      </DialogDescription>
      <Field label="Search accounts">
        <Input type="search" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Field
        label="Account"
        error={move.problem ?? (accounts.isError ? "Couldn't load the accounts" : undefined)}
        hint={accounts.data && options.length === 0 ? "No account has this name." : undefined}
      >
        <NativeSelect
          value={account ? chosen : ""}
          onChange={(event) => {
            setChosen(event.target.value);
            move.setProblem(null);
          }}
        >
          <option value="">Choose an account</option>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="primary" loading={move.busy} onClick={submit}>
          <span>Move page</span>
        </Button>
      </DialogFooter>
    </>
  );
}
