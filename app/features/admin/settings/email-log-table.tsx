import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { retryEmail, type SentEmail } from "./api.ts";
import { emailStateText } from "./email-state.ts";

const STATUS_CHIPS: Record<string, { tone: ChipTone; label: string }> = {
  done: { tone: "ok", label: "sent" },
  queued: { tone: "warn", label: "waiting" },
  running: { tone: "info", label: "sending" },
  failed: { tone: "bad", label: "failed" },
  skipped: { tone: "neutral", label: "not sent" },
};

const FAILURE_CHIPS: Record<string, { tone: ChipTone; label: string }> = {
  refused: { tone: "bad", label: "refused" },
  unconfirmed: { tone: "warn", label: "may have arrived" },
};

/** Emails, newest first; cards on a phone. */
export function EmailLogTable({ emails, outdated }: { emails: SentEmail[]; outdated: boolean }) {
  return (
    <Table aria-label="Email log" cards stale={outdated}>
      <TableHeader>
        <TableRow>
          <TableHead>To</TableHead>
          <TableHead>Date</TableHead>
          <TableHead className="w-full">Subject</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>
            <span className="sr-only">Retry</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {emails.map((email) => (
          <Row key={email.id} email={email} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ email }: { email: SentEmail }) {
  const failure = email.status === "failed" && email.failure ? FAILURE_CHIPS[email.failure] : undefined;
  const look = failure ?? STATUS_CHIPS[email.status] ?? { tone: "neutral" as const, label: email.status };
  return (
    <TableRow>
      <TableCell className="max-w-52 phone:max-w-none">
        <span className="block truncate phone:wrap-anywhere phone:whitespace-normal" title={email.recipient}>
          {email.recipient}
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-3">
        <TimeAgo at={email.created_at} />
      </TableCell>
      <TableCell className="min-w-48 phone:min-w-0 phone:text-ink-2">
        <span className="wrap-anywhere">{email.subject ?? templateName(email.template)}</span>
        <State email={email} />
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <Chip tone={look.tone}>{look.label}</Chip>
        {email.attempts > 1 && <span className="ml-1.5 text-ink-3 text-xs">{email.attempts} attempts</span>}
      </TableCell>
      <TableCell className={cn("text-right", email.status !== "failed" && "phone:hidden")}>
        {email.status === "failed" && <RetryButton email={email} />}
      </TableCell>
    </TableRow>
  );
}

/** What happened in a sentence. The mail server's own words are behind Details. */
function State({ email }: { email: SentEmail }) {
  const text = emailStateText(email, new Date());
  if (text === null) return null;
  return (
    <span className={cn("block text-xs", email.status === "failed" ? "text-bad-fg" : "text-ink-3")}>
      {text}
      {email.last_error && (
        <details className="text-ink-3">
          <summary className="cursor-pointer rounded-xs underline underline-offset-2 hover:text-ink phone:min-h-11 phone:leading-11">
            Details
          </summary>
          <span className="wrap-anywhere block py-1 font-mono text-2xs">{email.last_error}</span>
        </details>
      )}
    </span>
  );
}

function RetryButton({ email }: { email: SentEmail }) {
  const retry = useAction({
    action: () => retryEmail(email.id),
    successMessage: (queued) => (queued ? `Resending email to ${email.recipient}` : null),
    errorMessage: "Couldn't resend the email",
    invalidates: [["email-log"]],
    onSuccess: (queued) => queued || toast.info("This email is already on its way."),
  });
  return (
    <Button size="sm" loading={retry.busy} aria-label={`Resend to ${email.recipient}`} onClick={() => void retry.run()}>
      <span>Resend</span>
    </Button>
  );
}

/** 'sign-up-waiting' reads 'Sign up waiting'. An email has a subject only once it is rendered. */
function templateName(template: string | null): string {
  const words = (template ?? "email").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
