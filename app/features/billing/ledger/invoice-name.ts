/** A draft has no number yet: it is drawn when it is sent. */
export function invoiceName({ id, invoice_number }: { id: string; invoice_number: string }): string {
  return invoice_number === `draft ${id}` ? "Draft" : invoice_number;
}
