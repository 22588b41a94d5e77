/** Why a provider takes no email at all right now. The admins' notice about it names this. */
export type ProviderProblem = "unreachable" | "sign_in" | "sender" | "busy" | "not_configured";

/**
 * Why an email was not sent:
 *
 * - `away`: the provider takes no email right now. The email waits, and nothing is counted against it.
 * - `deferred`: the mailbox takes no email right now. The email is retried with growing pauses.
 * - `refused`: the mailbox will never take this email.
 * - `unconfirmed`: the provider has the whole email but did not confirm it. Another try might deliver it twice.
 */
export class SendFailure extends Error {
  readonly kind: "away" | "deferred" | "refused" | "unconfirmed";
  readonly problem: ProviderProblem | undefined;
  constructor(kind: SendFailure["kind"], message: string, problem?: ProviderProblem) {
    super(message);
    this.kind = kind;
    this.problem = problem;
  }
}
