import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { useDebouncedText } from "~/shared/use-debounced-text.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { Link } from "~/ui/link.tsx";
import { requiredText } from "../settings/field-schemas.ts";
import { createAccount, sameNameQuery } from "./api.ts";

const schema = z.object({
  name: requiredText(200, "Enter a name"),
  email: z
    .string()
    .check(
      z.trim(),
      z.maxLength(320, "Use at most 320 characters"),
      z.regex(/^([^@\s]+@[^@\s]+\.[^@\s]+)?$/, "Enter a valid email address, or leave it empty"),
    ),
});

/** A button and a dialog that makes an account for a client, who may never have signed up. */
export function NewAccountDialog() {
  const { read, change } = useUrlState();
  return (
    <>
      <Button onClick={() => change({ new: "account" }, { push: true })} variant="primary">
        <Plus aria-hidden="true" />
        New account
      </Button>
      <FormDialog open={read("new") === "account"} inAddress onClose={() => change({ new: "" })}>
        <NewAccountForm />
      </FormDialog>
    </>
  );
}

function NewAccountForm() {
  const navigate = useNavigate();
  const { props, errors, busy, dirty } = useActionForm({
    schema,
    action: createAccount,
    successMessage: (_, { name, email }) =>
      email
        ? { title: `${name} created`, description: `${email} has seven days to join as its owner.` }
        : `${name} created`,
    errorMessage: "Couldn't create the account",
    fieldErrors: (error) => {
      if (!(error instanceof ServiceError) || !error.refusal) return undefined;
      return { [error.refusal.field === "name" ? "name" : "email"]: error.message };
    },
    invalidates: [queryKeys.accounts()],
    // Back leads to the list, not to the form again.
    onSuccess: ({ id }) => navigate(`/admin/accounts/${id}`, { replace: true }),
  });
  const [name, setName] = useState("");
  const [typed, setTyped] = useDebouncedText(name, setName);
  useUnsavedChanges(dirty && !busy ? "this account" : null);
  return (
    <form {...props} className="grid gap-4">
      <DialogTitle>New account</DialogTitle>
      <DialogDescription>
        A client's own workspace for leads, pages and people. It starts with your agency's hours, time zone and
        currency.
      </DialogDescription>
      <Field label="Name" required error={errors.name} hint="The client's business, as their emails show it.">
        <Input name="name" autoComplete="off" onChange={(event) => setTyped(event.target.value.trim())} />
      </Field>
      {/* An answer about a text that has changed since says nothing. */}
      <SameName name={name === typed ? name : ""} />
      <Field
        label="Owner's email"
        error={errors.email}
        hint="Optional. We'll invite them. You can also do it later on the account's page."
      >
        <Input name="email" type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button type="button">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy}>
          Create account
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Two clients may have the same name, so this only says which account has it. Screen readers hear it after the field. */
function SameName({ name }: { name: string }) {
  const { data } = useQuery({ ...sameNameQuery(name), enabled: name !== "" });
  return (
    <p role="status" className={data && name ? "-mt-2 wrap-anywhere text-13 text-warn-fg" : "sr-only"}>
      {data && name && (
        <>
          An account named{" "}
          <Link asChild className="tap">
            <RouterLink to={`/admin/accounts/${data.id}`}>{data.name}</RouterLink>
          </Link>{" "}
          already exists{data.archived_at && ", in the archive"}.
        </>
      )}
    </p>
  );
}
