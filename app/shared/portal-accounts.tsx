import { useQuery } from "@tanstack/react-query";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { type PortalRights, portalRightsQuery } from "./portal-rights.ts";
import { useUrlState } from "./use-url-state.ts";

type Account = PortalRights["accounts"][number];

export type PortalAccounts = {
  /** Several accounts whose rows the person sees. None for a person with one, whose rows all are of the same account. */
  accounts: Account[];
  /** All of several accounts, whatever the person sees of each; none for a person with one. */
  all: Account[];
  /** The account whose rows the lists show; undefined for all. */
  chosen: Account | undefined;
  /** The owners of the chosen account, if the person's role there doesn't show such rows. */
  ask: PortalRights["owners"] | undefined;
  choose: (slug: string) => void;
  /** The name of a row's account, if the person has several. */
  nameOf: (accountId: string | null) => string | null;
};

/** Who doesn't see the money of an account, and who doesn't see its requests. */
const UNSEEN_BY = { money: "member", work: "billing" } as const;

/** The accounts of a person who has several. The URL has the chosen one, so all lists show the same. */
export function usePortalAccounts(userId: string, part: keyof typeof UNSEEN_BY = "money"): PortalAccounts {
  const { read, change } = useUrlState();
  const { accounts: own = [], owners = [] } = useQuery(portalRightsQuery(userId)).data ?? {};
  const several = own.length > 1 ? own : [];
  const chosen = several.find(({ slug }) => slug === read("account"));
  const isSeen = ({ role }: Account) => role !== UNSEEN_BY[part];
  return {
    accounts: listed(several.filter(isSeen), chosen),
    all: several,
    chosen,
    ask: chosen && !isSeen(chosen) ? owners.filter(({ accounts }) => accounts.includes(chosen.id)) : undefined,
    choose: (slug) => change({ account: slug }),
    nameOf: (accountId) => several.find(({ id }) => id === accountId)?.name ?? null,
  };
}

/** One account that is seen needs no choice, unless a link chose another one. */
function listed(seen: Account[], chosen: Account | undefined): Account[] {
  if (chosen && !seen.includes(chosen)) return [...seen, chosen];
  return seen.length > 1 || chosen ? seen : [];
}

type Props = Pick<PortalAccounts, "accounts" | "chosen" | "choose"> & { className?: string };

/** Which account's rows to show. Nothing for a person who sees those of one account. */
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

/** The account of a row, under its first words. It widens the column up to a limit, and a longer name is cut off. */
export function AccountLine({ name }: { name: string | null }) {
  if (!name) return null;
  return (
    <span title={name} className="block min-w-full max-w-60 truncate text-ink-3 text-xs">
      {name}
    </span>
  );
}
