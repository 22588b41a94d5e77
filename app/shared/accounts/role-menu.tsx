import { ChevronDown } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { ACCOUNT_ROLES, type AccountRole, accountRole } from "./account-roles.ts";

type Props = {
  name: string;
  role: AccountRole;
  busy: boolean;
  /** Why the role has to stay as it is. */
  reason?: string | undefined;
  onChange: (role: AccountRole) => void;
};

/** The roles with what each may do. */
export function RoleMenu({ name, role, busy, reason, onChange }: Props) {
  const label = accountRole(role)?.label;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" aria-label={`Role of ${name}: ${label}`} loading={busy}>
          <span>{label}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-72">
        <DropdownMenuRadioGroup
          value={role}
          onValueChange={(next) => {
            const chosen = ACCOUNT_ROLES.find((one) => one.role === next);
            if (chosen && chosen.role !== role) onChange(chosen.role);
          }}
        >
          {ACCOUNT_ROLES.map((one) => (
            <DropdownMenuRadioItem
              key={one.role}
              value={one.role}
              reason={one.role === role ? undefined : reason}
              className="h-auto items-start py-1.5 phone:h-auto phone:py-2.5 touch:h-auto"
            >
              <span className="grid min-w-0">
                <span className="font-medium">{one.label}</span>
                {/* What the role may do, or why it can't be chosen. */}
                {(one.role === role || !reason) && <span className="text-pretty text-ink-3 text-xs">{one.text}</span>}
              </span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
