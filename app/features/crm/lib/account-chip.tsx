import { useQuery } from "@tanstack/react-query";
import { myAccountsQuery } from "~/shared/workspace-query.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { cn } from "~/ui/cn.ts";
import { deriveAccent } from "../../../../domain/accent.ts";
import type { LeadAccount } from "./lead-types.ts";

/** Marks a lead of an account that the user is lent to. The initials, in its own color, stay when there is no room for the name. */
export function AccountChip({ account: { id, name }, className }: { account: LeadAccount; className?: string }) {
  const { data: accounts = [] } = useQuery(myAccountsQuery);
  const accent = accounts.find((one) => one.id === id)?.accent ?? null;
  const shades = accent ? deriveAccent(accent) : null;
  return (
    <span
      title={name}
      data-account=""
      className={cn(
        "inline-flex h-5 min-w-5 max-w-full items-center gap-[5px] overflow-hidden rounded-sm bg-mute-bg pr-1.5 font-medium text-mute-fg text-xs forced:border",
        className,
      )}
    >
      <Avatar
        name={name}
        size={20}
        color={
          shades && {
            background: `light-dark(${shades.light.fill},${shades.dark.fill})`,
            color: `light-dark(${shades.light.on},${shades.dark.on})`,
          }
        }
        className="rounded-sm"
      />
      <span className="min-w-0 truncate">
        <span className="sr-only">Account: </span>
        {name}
      </span>
    </span>
  );
}
