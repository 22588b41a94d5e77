import { readRefusal } from "../../../../domain/refusals.ts";
import { failure } from "../respond.ts";

type DatabaseRefusal = { code: string; message: string; hint?: string | null | undefined };

/** The database refused to open a payment page, for example because the invoice is paid. */
export class OpenRefused extends Error {
  override readonly cause: DatabaseRefusal;
  constructor(cause: DatabaseRefusal) {
    super(cause.message);
    this.cause = cause;
  }
}

/** The answer to a refusal, with a status for its code. Throws every other error again. */
export function refusedResponse(error: unknown, statusOf: (code: string) => number): Response {
  if (!(error instanceof OpenRefused)) throw error;
  const code = readRefusal(error.cause)?.code;
  if (!code) throw error;
  return failure(statusOf(code), code, error.message);
}

/** The attempt ended while its page was opening: the invoice was paid, canceled or lowered by hand. */
export const endedMeanwhile = () =>
  new OpenRefused({ code: "PT409", message: "This invoice has changed in the meantime", hint: "invoice_not_payable" });
