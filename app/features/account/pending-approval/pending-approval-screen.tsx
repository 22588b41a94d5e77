import { useQuery } from "@tanstack/react-query";
import { Clock3, LogOut, RefreshCw, ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import { brand } from "~/content/brand.ts";
import { runQuery } from "~/shared/api.ts";
import { CenteredPage } from "~/shared/centered-page.tsx";
import { signOut } from "~/shared/sign-out.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { StatusChip } from "~/ui/chip.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatDay, formatMoment } from "../../../../domain/format-date.ts";
import { type ApprovalState, approvalState, type Role, type RoleRow } from "../../../../domain/roles.ts";

type Props = {
  user: { id: string; email?: string | undefined };
  rows: readonly RoleRow[];
  /** The Admin Setup card. On a new deployment, no one else can approve the one account that sees it. */
  setup?: ReactNode;
};

/** Spec §2 Pending approval: the state, the account, the next step, Check Status and Sign Out. */
export function PendingApprovalScreen({ user, rows, setup }: Props) {
  const state = approvalState(rows);
  // Spec §2: approved accounts see nothing here. The guard redirects them home.
  if (state !== "pending" && state !== "rejected") return null;
  const { title, text, next } = APPROVAL_TEXTS[state];
  const Icon = state === "pending" ? Clock3 : ShieldX;
  return (
    <CenteredPage>
      {setup && <div className="mb-4 empty:hidden">{setup}</div>}
      <Card className="grid gap-6 p-6">
        <div className="grid gap-2">
          <Icon size={20} aria-hidden="true" className={state === "pending" ? "text-warn-fg" : "text-bad-fg"} />
          <h1 className="font-display text-xl font-semibold tracking-tighter">{title}</h1>
          <p className="text-sm text-ink-2">{text}</p>
        </div>
        <AccountDetails user={user} state={state} accountType={accountTypeOf(rows)} />
        <section className="grid gap-2">
          <h2 className="text-sm font-semibold">What happens next</h2>
          <ol className="grid list-decimal gap-1.5 pl-4 text-sm text-ink-2 marker:text-ink-3">
            {next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="text-xs text-ink-3">
            Questions?{" "}
            <a className="underline underline-offset-2 hover:text-ink" href={`mailto:${brand.email}`}>
              {brand.email}
            </a>
          </p>
        </section>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => location.reload()}>
            <RefreshCw aria-hidden="true" />
            Check Status
          </Button>
          <Button variant="ghost" onClick={() => void signOut()}>
            <LogOut aria-hidden="true" />
            Sign Out
          </Button>
        </div>
      </Card>
    </CenteredPage>
  );
}

function AccountDetails({
  user,
  state,
  accountType,
}: {
  user: Props["user"];
  state: Extract<ApprovalState, "pending" | "rejected">;
  accountType: string;
}) {
  const submitted = useQuery({ queryKey: ["submitted-at", user.id], queryFn: () => loadSubmittedAt(user.id) });
  return (
    <section aria-label="Account details">
      <dl className="grid grid-cols-[auto_1fr] items-center border-line-soft border-y text-sm [&>*]:py-2 [&>dd]:text-right [&>dt]:text-ink-3">
        <dt>Email</dt>
        <dd className="break-all">{user.email}</dd>
        <dt>Account type</dt>
        <dd>{accountType}</dd>
        <dt>Status</dt>
        <dd>
          <StatusChip status={state === "pending" ? "pending" : "inactive"}>{APPROVAL_TEXTS[state].status}</StatusChip>
        </dd>
        <dt>Submitted</dt>
        <dd>
          {submitted.data ? (
            <Submitted at={submitted.data} />
          ) : submitted.isPending ? (
            <Skeleton className="ml-auto h-4 w-24" />
          ) : (
            "–"
          )}
        </dd>
      </dl>
    </section>
  );
}

function Submitted({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatDay(at)}
    </time>
  );
}

/** The two states of the screen (spec §2). The guard redirects approved users before it shows. */
const APPROVAL_TEXTS = {
  pending: {
    title: "Account Pending Approval",
    text: "An admin reviews your sales account before you get access.",
    status: "Pending Review",
    next: [
      "An admin reviews your sign-up, usually within one business day.",
      "Once it's approved, press Check Status or sign in again to open the sales workspace.",
      "You don't need to sign up again.",
    ],
  },
  rejected: {
    title: "Account Access Denied",
    text: "An admin didn't approve your account, or ended your access.",
    status: "Access Denied",
    next: [
      "If you think this is a mistake, write to us from the email address of this account.",
      "If an admin changes the decision, press Check Status or sign in again.",
    ],
  },
} as const;

/** When the oldest inactive role was requested; null without one. Throws ServiceError. */
async function loadSubmittedAt(userId: string): Promise<string | null> {
  const data = await runQuery((db) =>
    db
      .from("user_roles")
      .select("created_at")
      .eq("user_id", userId)
      .neq("status", "active")
      .order("created_at", { ascending: true })
      .limit(1),
  );
  return data[0]?.created_at ?? null;
}

/** Spec §2 calls a sales account Sales Team. */
const ACCOUNT_TYPES: Record<Role, string> = { admin: "Admin", sales: "Sales Team", client: "Client" };
const STATUS: Partial<Record<ApprovalState, RoleRow["status"]>> = { pending: "pending", rejected: "inactive" };

/** The account type that is pending or rejected, from the role rows. */
export function accountTypeOf(rows: readonly RoleRow[]): string {
  const status = STATUS[approvalState(rows)];
  return rows
    .filter((row) => row.status === status)
    .map(({ role }) => ACCOUNT_TYPES[role])
    .sort()
    .join(", ");
}
