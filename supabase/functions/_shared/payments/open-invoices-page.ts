import type Stripe from "stripe";
import { truncateText } from "../../../../domain/truncate-text.ts";
import type { FunctionDeps, Payments } from "../deps.ts";
import { z } from "../schema.ts";
import { closePage } from "./close-page.ts";
import { createSession } from "./create-session.ts";
import { ensureCustomer } from "./customer.ts";
import { endedMeanwhile, OpenRefused } from "./open-refused.ts";

const combinedCheckout = z.object({
  combined_id: z.uuid(),
  url: z.nullable(z.string()),
  replaces: z.array(z.string()),
  currency: z.string(),
  /** The person that the oldest invoice names. Everyone who pays shares their page. */
  client_id: z.uuid(),
  email: z.string(),
  lines: z.array(
    z.object({ invoice_id: z.uuid(), invoice_number: z.string(), description: z.string(), amount: z.number() }),
  ),
});
type CombinedCheckout = z.infer<typeof combinedCheckout>;

/** How often the invoices may change while their page opens. */
const MAX_STARTS = 3;

/**
 * Opens or resumes one payment page for several invoices for a person who may pay them, and returns its address. It
 * closes every other open page of these invoices first. Throws `OpenRefused`.
 */
export async function openInvoicesPage(
  deps: FunctionDeps,
  payments: Payments,
  invoiceIds: string[],
  userId: string,
): Promise<string | null> {
  for (let start = 1; start <= MAX_STARTS; start++) {
    const page = await startPage(deps, invoiceIds, userId);
    let wasPaid = false;
    for (const session of page.replaces) wasPaid = (await closePage(deps, payments, session)) || wasPaid;
    // A replaced page was paid just before it closed, so its invoices are not on the next page.
    if (!wasPaid) return page.url ?? (await openSession(deps, payments, page));
  }
  throw endedMeanwhile();
}

async function startPage({ service }: FunctionDeps, invoiceIds: string[], userId: string): Promise<CombinedCheckout> {
  const { data, error } = await service.rpc("open_combined_checkout", {
    p_invoice_ids: invoiceIds,
    p_client_id: userId,
  });
  if (error) throw new OpenRefused(error);
  return combinedCheckout.parse(data);
}

async function openSession(deps: FunctionDeps, payments: Payments, page: CombinedCheckout): Promise<string | null> {
  const { combined_id, lines, client_id, email } = page;
  const customer = await ensureCustomer(deps, payments.stripe, { id: client_id, email });
  const invoice_id = lines[0]?.invoice_id ?? "";
  const session = await createSession(
    payments.stripe,
    sessionParams(deps.siteUrl, customer, page),
    `invoices-${combined_id}`,
    { invoice_id, attempt: 0, session_id: null, customer_id: customer, combined_id },
  );
  const { data: isOpen, error } = await deps.service.rpc("save_combined_session", {
    p_combined_id: combined_id,
    p_session_id: session.id,
    p_url: session.url ?? "",
    p_expires_at: new Date(session.expires_at * 1000).toISOString(),
  });
  if (error) throw new Error(`save_combined_session: ${error.message}`);
  if (isOpen) return session.url;
  await closePage(deps, payments, session.id);
  throw endedMeanwhile();
}

function sessionParams(
  siteUrl: string,
  customer: string,
  { combined_id, currency, lines }: CombinedCheckout,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { combined_id };
  const first = lines[0]?.invoice_id ?? "";
  const numbers = lines.map(({ invoice_number }) => invoice_number).join(", ");
  return {
    mode: "payment",
    customer,
    client_reference_id: combined_id,
    metadata,
    payment_intent_data: { metadata, description: truncateText(`Invoices ${numbers}`, 500) },
    line_items: lines.map(({ invoice_number, description, amount }) => ({
      quantity: 1,
      price_data: {
        currency,
        unit_amount: amount,
        product_data: { name: `Invoice ${invoice_number}`, description: truncateText(description, 500) },
      },
    })),
    success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}&invoice_id=${first}&invoices=${lines.length}`,
    cancel_url: `${siteUrl}/payment-canceled?invoice_id=${lines.map(({ invoice_id }) => invoice_id).join(",")}`,
  };
}
