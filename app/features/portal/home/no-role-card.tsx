import { RefreshCw, UserRoundX } from "lucide-react";
import { brand } from "~/content/brand.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";

const SUBJECT = encodeURIComponent("My account type");

/** For an account without an account type: what is missing, and who can set it. */
export function NoRoleCard({ email }: { email: string | undefined }) {
  return (
    <Card role="region" aria-labelledby="no-role" className="grid gap-4 p-5 sm:grid-cols-[auto_1fr]">
      <UserRoundX size={20} aria-hidden="true" className="mt-0.5 text-warn-fg" />
      <div className="grid min-w-0 gap-4">
        <div className="grid gap-1.5">
          <h2 id="no-role" className="font-semibold text-base">
            Your account has no account type yet
          </h2>
          <p className="max-w-[65ch] text-ink-2 text-sm">
            Your sign-up didn't say whether this is a Client or a Sales account. Until an admin sets the account type,
            you can't send service requests or start a plan.
          </p>
        </div>
        <section className="grid gap-1.5">
          <h3 className="font-semibold text-sm">What to do</h3>
          <ol className="grid list-decimal gap-1.5 pl-4 text-ink-2 text-sm marker:text-ink-3">
            <li>
              Email{" "}
              <a
                className="wrap-anywhere underline underline-offset-2 hover:text-ink"
                href={`mailto:${brand.email}?subject=${SUBJECT}`}
              >
                {brand.email}
              </a>{" "}
              {email && (
                <>
                  from <span className="wrap-anywhere font-medium text-ink">{email}</span>{" "}
                </>
              )}
              and say which account you need.
            </li>
            <li>An admin sets the account type in User Management.</li>
            <li>After that, Check Status opens your portal.</li>
          </ol>
        </section>
        <Button variant="primary" className="justify-self-start phone:w-full" onClick={() => location.reload()}>
          <RefreshCw aria-hidden="true" />
          Check Status
        </Button>
      </div>
    </Card>
  );
}
