import { CircleHelp, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { SignedInPerson } from "~/shared/avatars/signed-in-person.tsx";
import { useWithCameFrom } from "~/shared/came-from.ts";
import { AgencyLogo } from "~/shared/shell/agency-logo.tsx";
import { useProfile } from "~/shared/use-profile.ts";
import { usePortalPath, useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { RoleChip } from "~/ui/chip.tsx";
import { Tooltip } from "~/ui/tooltip.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { CompanyName, HeaderAccount } from "./header-account.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

type Props = {
  user: { id: string; email?: string | undefined };
  role: Role | null;
  title: string;
  home: string;
  children: ReactNode;
};

/** The layout of pages without a sidebar: the user, sign-out, and 1200 px of content. */
export function PortalPage({ user, role, title, home, children }: Props) {
  const profile = useProfile(user.id);
  const viewedAs = useViewAs();
  const portalPath = usePortalPath();
  return (
    <div className="min-h-dvh bg-page text-ink">
      <header className="border-line border-b">
        {/* On a phone, the name of one account is a line of its own. The button of several stays in the row, in place of the title. */}
        <div className="group/header mx-auto flex h-12 max-w-wrap items-center gap-x-3 gap-y-0.5 px-4 max-[420px]:h-auto max-[420px]:flex-wrap max-[420px]:has-[>button]:flex-nowrap max-[420px]:py-2 md:px-6">
          <a
            href={portalPath(home)}
            className="hit flex items-center gap-2 font-display text-[15px] font-semibold whitespace-nowrap max-[420px]:min-w-0"
          >
            <AgencyLogo />
            <span className="max-[420px]:group-has-[>button]/header:sr-only">{title}</span>
          </a>
          {role === "client" ? (
            <HeaderAccount userId={user.id} />
          ) : (
            profile.data?.company && <CompanyName name={profile.data.company} />
          )}
          <div className="ml-auto flex shrink-0 items-center gap-2">
            <span className="flex items-center gap-2 max-md:hidden">
              <SignedInPerson user={user} className="max-w-32 truncate text-13 lg:max-w-64" />
              {role && <RoleChip role={role} />}
            </span>
            {/* For an admin who views the portal as a client, these are the admin's own. */}
            {!viewedAs && (
              <>
                <HeaderLink to="/help" label="Help Center" icon={<CircleHelp aria-hidden="true" />} />
                <HeaderLink to="/settings" label="Account Settings" icon={<Settings aria-hidden="true" />} />
                <SignOutButton compact />
              </>
            )}
          </div>
        </div>
      </header>
      <main className="mx-auto grid max-w-wrap gap-5 px-4 py-6 md:px-6">{children}</main>
    </div>
  );
}

function HeaderLink({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  const withCameFrom = useWithCameFrom();
  return (
    <Tooltip label={label}>
      <Button asChild variant="ghost" size="icon">
        <Link to={withCameFrom(to)} aria-label={label}>
          {icon}
        </Link>
      </Button>
    </Tooltip>
  );
}
