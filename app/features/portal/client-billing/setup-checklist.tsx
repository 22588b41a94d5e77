import { Check, Circle, Clock } from "lucide-react";
import type { PortalRights } from "~/shared/portal-rights.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Link } from "~/ui/link.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { DASHBOARD_COMES } from "../embedded-dashboard/dashboard-messages.ts";
import type { Setup } from "./api.ts";

type Step = {
  title: string;
  text: string;
  done: boolean;
  /** Where the client does it. The workspace is another page load. */
  link?: { to: string; label: string } | undefined;
};

/**
 * What the client can do. `hasCompany` is null for people whose company no invoice prints, such as those who joined a colleague's
 * account, and `teamPath` for people who can't invite anyone. Billing contacts don't see the dashboard (`seesWork`). `accountName` is
 * for people who have several.
 */
type OwnPart = {
  accountName: string | null;
  hasName: boolean;
  hasCompany: boolean | null;
  hasColleagues: boolean;
  teamPath: string | null;
  seesWork: boolean;
};

/** What is done and what comes next, for a client without invoices and retainers. */
export function SetupChecklist({ setup, own }: { setup: Setup; own: OwnPart }) {
  const steps = setupSteps(setup, own);
  const next = steps.findIndex(({ done }) => !done);
  return (
    <Card role="region" aria-labelledby="setup" className="overflow-hidden">
      <CardHeader>
        <CardTitle id="setup" className="wrap-anywhere whitespace-normal">
          Getting started{own.accountName && ` with ${own.accountName}`}
        </CardTitle>
        <span className="ml-auto shrink-0 text-13 text-ink-3">
          {steps.filter(({ done }) => done).length} of {steps.length} done
        </span>
      </CardHeader>
      {/* Each step draws its lines, so that the rest of the last row stays empty. */}
      <ol className="grid gap-px sm:grid-cols-2 md:grid-cols-3">
        {steps.map((step, at) => (
          <StepItem key={step.title} step={step} isNext={at === next} />
        ))}
      </ol>
    </Card>
  );
}

function StepItem({ step: { title, text, done, link }, isNext }: { step: Step; isNext: boolean }) {
  const Icon = done ? Check : isNext ? Clock : Circle;
  return (
    <li className="flex gap-3 bg-surface px-4 py-3.5 shadow-[0_0_0_1px_var(--line-soft)]">
      <span
        aria-hidden="true"
        className={cn(
          "mt-px grid size-5 shrink-0 place-items-center rounded-full [&_svg]:size-3.5",
          done ? "bg-ok-bg text-ok-fg" : "bg-mute-bg text-ink-3",
          isNext && "bg-warn-bg text-warn-fg",
        )}
      >
        <Icon />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-sm">
          {title}
          <span className="sr-only">{done ? ", done" : isNext ? ", in progress" : ", still to come"}</span>
        </span>
        <span className="wrap-anywhere block text-13 text-ink-2">{text}</span>
        {link && !done && (
          <Link asChild>
            <a href={link.to} className="text-13">
              {link.label}
            </a>
          </Link>
        )}
      </span>
    </li>
  );
}

/** Each step is done when the data says so. */
export function setupSteps(
  { email_confirmed, dashboard, first_invoice, kickoff, invited, today }: Setup,
  { hasName, hasCompany, hasColleagues, teamPath, seesWork }: Omit<OwnPart, "accountName">,
): Step[] {
  const missing = [hasName ? [] : "your name", hasCompany === false ? "your company" : []].flat();
  const known = hasCompany === null ? "We know your name." : "We know your name and your company.";
  const started = kickoff !== null && kickoff <= today;
  return [
    {
      title: "Email confirmed",
      done: email_confirmed,
      text: email_confirmed ? "We can reach you." : "Open the link in the email that we sent you.",
    },
    {
      title: "Your profile",
      done: missing.length === 0,
      text: missing.length === 0 ? known : `Add ${formatNames(missing)}.`,
      link: { to: "/settings?section=profile", label: "Complete your profile" },
    },
    ...(teamPath === null
      ? []
      : [
          {
            title: "Your team",
            done: hasColleagues || invited.length > 0,
            text: teamText(hasColleagues, invited),
            link: { to: teamPath, label: "Invite your team" },
          },
        ]),
    ...(seesWork
      ? [
          {
            title: "Lead dashboard",
            done: dashboard,
            text: dashboard ? "Your leads appear below." : DASHBOARD_COMES,
          },
        ]
      : []),
    {
      title: "First invoice",
      done: first_invoice !== null,
      text: first_invoice ? `Sent on ${formatDay(first_invoice)}.` : "It appears here, and we email it to you.",
    },
    {
      title: "Kickoff",
      done: started,
      text: kickoff
        ? `${started ? "We started" : "We start"} on ${formatDay(kickoff)}.`
        : "We'll agree on a start date with you.",
    },
  ];
}

/** What others' accounts have is no reason to hide the open steps of one's own. */
export function isOwnOpen(
  { account_id, first_invoice, kickoff }: Pick<Setup, "account_id" | "first_invoice" | "kickoff">,
  accounts: readonly Pick<PortalRights["accounts"][number], "id" | "role">[],
): boolean {
  const isOwn = accounts.some(({ id, role }) => id === account_id && role === "owner");
  return isOwn && accounts.length > 1 && first_invoice === null && kickoff === null;
}

/** An open invitation is what an owner can do, so it counts. */
function teamText(hasColleagues: boolean, invited: string[]): string {
  if (hasColleagues) return "Your colleagues have joined.";
  return invited.length > 0
    ? `Invited: ${formatNames(invited)}`
    : "Invite the people who answer leads or pay invoices.";
}
