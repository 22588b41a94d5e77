import * as z from "zod/mini";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import type { StatementDocument } from "../_shared/invoices/statement-document.ts";
import { OpenRefused, refusedResponse } from "../_shared/payments/open-refused.ts";
import { CORS_HEADERS, failure, json } from "../_shared/respond.ts";

const day = z.iso.date();
const body = z.object({
  client_id: z.uuid(),
  account_id: z.optional(z.uuid()),
  from: day,
  until: day,
  is_of_several: z.boolean(),
});

/** More lines would keep the host busy for seconds. The CSV file has no such limit. */
const MAX_LINES = 500;

/**
 * Returns a statement that the caller may read (public.invoice_statement) as a PDF file, or `{ empty: true }` if nothing happened in
 * its days. 422 (statement_too_long): more than 500 lines.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "Send client_id, from, until and is_of_several");
  const { client_id, account_id, from, until, is_of_several } = parsed.data;
  try {
    // The database decides whose statement the caller may see.
    const { data, error } = await caller.client.rpc("invoice_statement", {
      p_client_id: client_id,
      ...(account_id ? { p_account_id: account_id } : {}),
      p_from: from,
      p_until: until,
    });
    if (error) throw new OpenRefused(error);
    const statement = data as Omit<StatementDocument, "period" | "isOfSeveral">;
    const lines = statement.rows.length + statement.agreed.length;
    if (lines === 0) return json({ empty: true });
    if (lines > MAX_LINES)
      return failure(
        422,
        "statement_too_long",
        "These days have too many entries for a PDF. Choose fewer, or download the CSV",
      );
    const file = await deps.renderStatement({ ...statement, period: { from, until }, isOfSeveral: is_of_several });
    return new Response(file as Uint8Array<ArrayBuffer>, {
      headers: {
        ...CORS_HEADERS,
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="statement-${from}-to-${until}.pdf"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    return refusedResponse(error, (code) =>
      code === "account_not_found" ? 404 : code === "period_invalid" ? 400 : 403,
    );
  }
};
