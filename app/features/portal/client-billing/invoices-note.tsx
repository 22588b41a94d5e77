import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { Link as RouterLink } from "react-router";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { Link } from "~/ui/link.tsx";
import { mailLink } from "../../../../domain/mail-link.ts";
import { NoAccount } from "./no-account.tsx";

const MAX_OWNERS = 3;

/** Below the plan: where the invoices for our work are, and, for a member of an account, whom to ask about those of others. */
export function InvoicesNote({ userId }: { userId: string }) {
  const { data: rights } = useQuery(portalRightsQuery(userId));
  if (!rights) return null;
  if (rights.accounts.length === 0) return <NoAccount />;
  // A member sees no invoices but those in their own name.
  const hasOwn = rights.is_billed || rights.billed_to.some(({ id }) => id === userId);
  const owners = rights.owners.slice(0, MAX_OWNERS);
  return (
    <p className="wrap-anywhere text-13 text-ink-3">
      {(rights.sees_money || hasOwn) && (
        <>
          {rights.sees_money ? "Invoices for our work" : "The invoices in your name"} are{" "}
          <Link asChild>
            <RouterLink to="/invoices">on your dashboard</RouterLink>
          </Link>
          .{" "}
        </>
      )}
      {!rights.sees_money && (
        <>
          Only owners and billing contacts see {hasOwn ? "the others" : "the invoices for our work"}.
          {owners.length > 0 && (
            <>
              {" "}
              Ask{" "}
              {owners.map(({ name, email }, at) => (
                <Fragment key={email}>
                  {at > 0 && (at === owners.length - 1 ? " or " : ", ")}
                  <Link href={mailLink(email)} title={name === email ? undefined : email}>
                    {name}
                  </Link>
                </Fragment>
              ))}
              .
            </>
          )}
        </>
      )}
    </p>
  );
}
