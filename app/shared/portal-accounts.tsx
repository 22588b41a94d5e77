import { useQuery } from "@tanstack/react-query";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { type PortalRights, portalRightsQuery } from "./portal-rights.ts";
import { useUrlState } from "./use-url-state.ts";

type Account = PortalRights["accounts"][number];

export type PortalAccounts = {
  /** Several accounts. None for a person with one, whose rows all are of the same account. */
  accounts: Account[];
  /** The account whose rows the lists show; undefined for all. */
  chosen: Account | undefined;
  choose: (slug: string) => void;
  /** The name of a row's account, if the person has several. */
  nameOf: (accountId: string | null) => string | null;
};

/** The accounts of a person who has several. The URL has the chosen one, so all lists show the same. */
export function usePortalAccounts(userId: string): PortalAccounts {
  const { read, change } = useUrlState();
  const own = useQuery(portalRightsQuery(userId)).data?.accounts ?? [];
  const accounts = own.length > 1 ? own : [];
  return {
    accounts,
    chosen: accounts.find(({ slug }) => slug === read("account")),
    choose: (slug) => change({ account: slug }),
    nameOf: (accountId) => accounts.find(({ id }) => id === accountId)?.name ?? null,
  };
}

type Props = Pick<PortalAccounts, "accounts" | "chosen" | "choose"> & { className?: string };

/** Which account's rows to show. Nothing for a person with one account. */
export function AccountFilter({ accounts, chosen, choose, className }: Props) {
  if (accounts.length === 0) return null;
  return (
    <Field label="Account" hideLabel className={cn("phone:w-full", className)}>
      <NativeSelect
        value={chosen?.slug ?? ""}
        onChange={(event) => choose(event.target.value)}
        className="h-8 min-w-36 text-13 md:max-w-60"
      >
        <option value="">All accounts</option>
        {accounts.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
