import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { retryEmail, type SentEmail } from "./api.ts";

const STATUS_CHIPS: Record<string, { tone: ChipTone; label: string }> = {
  done: { tone: "ok", label: "sent" },
  queued: { tone: "warn", label: "waiting" },
  running: { tone: "info", label: "sending" },
  failed: { tone: "bad", label: "failed" },
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
          <TableHead>Subject</TableHead>
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
      <TableCell className="wrap-anywhere max-w-60 phone:max-w-none">{email.recipient}</TableCell>
      <TableCell className="whitespace-nowrap text-ink-3">
        <TimeAgo at={email.created_at} />
      </TableCell>
      <TableCell className="max-w-72 phone:max-w-none phone:text-ink-2">
        <span className="wrap-anywhere">{email.subject ?? templateName(email.template)}</span>
        {email.last_error && email.status !== "done" && (
          <span className="wrap-anywhere block text-bad-fg text-xs">{email.last_error}</span>
        )}
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
