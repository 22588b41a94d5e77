type DatabaseRefusal = { code: string; message: string; hint?: string | null | undefined };

/** The database refused to open a payment page, for example because the invoice is paid. */
export class OpenRefused extends Error {
  override readonly cause: DatabaseRefusal;
  constructor(cause: DatabaseRefusal) {
    super(cause.message);
    this.cause = cause;
  }
}

/** The attempt ended while its page was opening: the invoice was paid, canceled or lowered by hand. */
export const endedMeanwhile = () =>
  new OpenRefused({ code: "PT409", message: "This invoice has changed in the meantime", hint: "invoice_not_payable" });
