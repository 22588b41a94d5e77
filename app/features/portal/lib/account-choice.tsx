import { useQuery } from "@tanstack/react-query";
import type { ChangeEvent } from "react";
import { usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { type PortalRights, portalRightsQuery } from "~/shared/portal-rights.ts";
import * as z from "~/shared/schema.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";

type Account = PortalRights["accounts"][number];

/** The accounts among which a person chooses the one that a new request is for; none if they have only one. */
export function useAccountChoice(userId: string, workspace: string | null = null) {
  // Whoever sees only a part of an account's rows still asks for it.
  const { all: accounts, chosen } = usePortalAccounts(userId);
  const { data, isPending } = useQuery(portalRightsQuery(userId));
  return {
    accounts,
    /** The account of the page's address, or of the workspace that they came from. */
    initial: chosen ?? accounts.find(({ slug }) => slug === workspace),
    /** The name of a person's only account. */
    onlyName: data?.accounts.length === 1 ? (data.accounts[0]?.name ?? "") : "",
    /** Until then, a request would go to their first account. */
    isPending,
    accountField: accounts.length > 0 ? z.string().check(z.minLength(1, "Choose an account")) : z.optional(z.string()),
  };
}

type Props = {
  accounts: Account[];
  initial: Account | undefined;
  error: string | undefined;
  onChange?: (chosen: Account | undefined) => void;
};

/** Which account a new request is for. Nothing for a person with one account. */
export function AccountChoice({ accounts, initial, error, onChange }: Props) {
  if (accounts.length === 0) return null;
  const change = ({ target }: ChangeEvent<HTMLSelectElement>) =>
    onChange?.(accounts.find(({ id }) => id === target.value));
  return (
    <Field label="Account" error={error}>
      <NativeSelect name="accountId" defaultValue={initial?.id ?? ""} onChange={change}>
        <option value="">Choose an account</option>
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
