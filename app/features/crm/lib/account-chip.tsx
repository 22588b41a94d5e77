import { Avatar } from "~/ui/avatar.tsx";
import { cn } from "~/ui/cn.ts";
import type { LeadAccount } from "./lead-types.ts";

/** Marks a lead of an account that the user is lent to. The initials stay when there is no room for the name. */
export function AccountChip({ account: { name }, className }: { account: LeadAccount; className?: string }) {
  return (
    <span
      title={name}
      data-account=""
      className={cn(
        "inline-flex h-5 min-w-5 max-w-full items-center gap-[5px] overflow-hidden rounded-sm bg-mute-bg pr-1.5 font-medium text-mute-fg text-xs forced:border",
        className,
      )}
    >
      <Avatar name={name} size={20} className="rounded-sm" />
      <span className="min-w-0 truncate">
        <span className="sr-only">Account: </span>
        {name}
      </span>
    </span>
  );
}
