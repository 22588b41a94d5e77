import { formatMoment } from "../../../../domain/format-date.ts";

export type EmailState = {
  status: string;
  failure: string | null;
  attempts: number;
  /** When a waiting email goes out. */
  next_try_at: string | null;
  /** Whether it is checked again before it goes out, and dropped when it is no longer true. */
  is_checked: boolean;
  last_error: string | null;
};

const FAILURES: Record<string, string> = {
  refused: "The mailbox refused this email.",
  unconfirmed: "The mail server accepted this email but never confirmed it, so it may have arrived.",
  gave_up: "The mail server didn't accept this email for four days, so we stopped trying.",
};

/** What happened to an email, and what happens next, in a sentence. Null for a sent one. */
export function emailStateText(email: EmailState, now: Date): string | null {
  switch (email.status) {
    case "failed":
      return FAILURES[email.failure ?? ""] ?? "We couldn't create this email.";
    case "skipped":
      return "Not sent, because it no longer applied.";
    case "queued":
      return waitingText(email, now);
    default:
      return null;
  }
}

function waitingText({ attempts, next_try_at, is_checked, last_error }: EmailState, now: Date): string {
  const isLater = next_try_at !== null && Date.parse(next_try_at) > now.getTime() + 60_000;
  const time = isLater ? formatMoment(next_try_at) : "in a moment";
  const next = last_error || attempts > 0 ? `It hasn't gone out yet. We'll try again ${time}` : `Goes out ${time}`;
  return is_checked ? `${next}, if it still applies then.` : `${next}.`;
}
