import { rpc } from "~/shared/api.ts";
import { callFunction } from "~/shared/call-function.ts";
import { downloadFile } from "~/shared/download-file.ts";
import * as z from "~/shared/schema.ts";
import { STATEMENT_KINDS, statementCsv } from "../../../../domain/statement.ts";

export const statementAnswer = z.object({
  rows: z.array(
    z.object({
      day: z.string(),
      document: z.nullable(z.string()),
      kind: z.enum(STATEMENT_KINDS),
      text: z.nullable(z.string()),
      charged: z.number(),
      paid: z.number(),
      credited: z.number(),
      refunded: z.number(),
      balance: z.number(),
      currency: z.string(),
      account: z.nullable(z.string()),
    }),
  ),
  agreed: z.array(
    z.object({
      day: z.string(),
      document: z.string(),
      text: z.nullable(z.string()),
      amount: z.number(),
      currency: z.string(),
      account: z.nullable(z.string()),
    }),
  ),
});

export type StatementPeriod = { from: string; until: string };

/** Whose statement it is: that of one account, or of all that the client sees. */
export type StatementOf = {
  clientId: string;
  account: { id: string; slug: string } | undefined;
  /** The client has several accounts, so each line names its own. */
  isOfSeveral: boolean;
};

/** Downloads a statement of these days as CSV. False, without a file, if nothing happened in them. */
export async function downloadStatementCsv(of: StatementOf, period: StatementPeriod): Promise<boolean> {
  const { clientId, account, isOfSeveral } = of;
  const { from, until } = period;
  const asked = { p_from: from, p_until: until, p_client_id: clientId, ...(account && { p_account_id: account.id }) };
  const { rows, agreed } = await rpc("invoice_statement", asked, statementAnswer);
  if (rows.length === 0 && agreed.length === 0) return false;
  downloadFile(`${fileName(of, period)}.csv`, "text/csv", statementCsv(rows, agreed, { isOfSeveral }));
  return true;
}

/** The same as a PDF. Refused if it has too many lines (statement_too_long). */
export async function downloadStatementPdf(of: StatementOf, period: StatementPeriod): Promise<boolean> {
  const { clientId, account, isOfSeveral } = of;
  const file = await callFunction("statement-pdf", {
    ...period,
    client_id: clientId,
    ...(account && { account_id: account.id }),
    is_of_several: isOfSeveral,
  });
  if (emptyAnswer.safeParse(file).success) return false;
  if (!(file instanceof Blob) || file.size === 0) throw new TypeError("The response isn't a file");
  downloadFile(`${fileName(of, period)}.pdf`, "application/pdf", file);
  return true;
}

const emptyAnswer = z.object({ empty: z.literal(true) });

const fileName = ({ account }: StatementOf, { from, until }: StatementPeriod) =>
  ["statement", ...(account ? [account.slug] : []), from, "to", until].join("-");
