import { MAX_FORM_BYTES } from "../../domain/landing/form-files.ts";
import { MAX_IMPORT_BYTES } from "../../domain/landing/import/import-limits.ts";
import type { FunctionDeps, FunctionHandler } from "../../supabase/functions/_shared/deps.ts";
import { type CallOptions, handleCall } from "../../supabase/functions/_shared/handle-call.ts";
import { redirectError } from "../../supabase/functions/_shared/landing/redirect-back.ts";
import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import { failure } from "../../supabase/functions/_shared/respond.ts";
import { SUBMISSIONS } from "../../supabase/functions/_shared/submissions/limit.ts";
import { handler as changePlan } from "../../supabase/functions/change-plan/handler.ts";
import { handler as checkDashboard } from "../../supabase/functions/check-dashboard/handler.ts";
import { handler as checkLandingDomain } from "../../supabase/functions/check-landing-domain/handler.ts";
import { handler as checkSubscription } from "../../supabase/functions/check-subscription/handler.ts";
import { handler as createInvoicePayment } from "../../supabase/functions/create-invoice-payment/handler.ts";
import { handler as createSubscription } from "../../supabase/functions/create-subscription/handler.ts";
import { handler as customerPortal } from "../../supabase/functions/customer-portal/handler.ts";
import { handler as dispatchOutbox } from "../../supabase/functions/dispatch-outbox/handler.ts";
import { handler as exportLeads } from "../../supabase/functions/export-leads/handler.ts";
import { handler as importLandingPage } from "../../supabase/functions/import-landing-page/handler.ts";
import { handler as invoicePdf } from "../../supabase/functions/invoice-pdf/handler.ts";
import { handler as refundInvoice } from "../../supabase/functions/refund-invoice/handler.ts";
import { handler as sendApplicationEmail } from "../../supabase/functions/send-application-email/handler.ts";
import { handler as sendAuthEmail } from "../../supabase/functions/send-auth-email/handler.ts";
import { handler as sendContactEmail } from "../../supabase/functions/send-contact-email/handler.ts";
import { handler as statementPdf } from "../../supabase/functions/statement-pdf/handler.ts";
import { handler as stripeWebhook } from "../../supabase/functions/stripe-webhook/handler.ts";
import { handler as submitLandingForm } from "../../supabase/functions/submit-landing-form/handler.ts";
import { handler as verifyPayment } from "../../supabase/functions/verify-payment/handler.ts";
import { DISK_FULL_CODE, DISK_FULL_RETRY, DISK_FULL_TEXT } from "../backend/protocol-errors.ts";

type Mounted = CallOptions & { run: FunctionHandler };

/** The remote functions at `/functions/v1/<name>`. */
const functions: Record<string, Mounted> = {
  "change-plan": { run: changePlan },
  "check-dashboard": { run: checkDashboard },
  "check-landing-domain": { run: checkLandingDomain },
  "check-subscription": { run: checkSubscription },
  "create-invoice-payment": { run: createInvoicePayment },
  "create-subscription": { run: createSubscription },
  "customer-portal": { run: customerPortal },
  "dispatch-outbox": { run: dispatchOutbox },
  "export-leads": { run: exportLeads },
  "import-landing-page": { run: importLandingPage, maxBytes: MAX_IMPORT_BYTES },
  "invoice-pdf": { run: invoicePdf },
  "refund-invoice": { run: refundInvoice },
  "send-application-email": { run: sendApplicationEmail, perAddress: SUBMISSIONS },
  "send-auth-email": { run: sendAuthEmail },
  "send-contact-email": { run: sendContactEmail, perAddress: SUBMISSIONS },
  "statement-pdf": { run: statementPdf },
  // The provider sends from few addresses, and its signature is the real check, so the limit is high.
  "stripe-webhook": { run: stripeWebhook, perAddress: { limit: 100_000, windowSeconds: 60 } },
  "submit-landing-form": {
    run: submitLandingForm,
    perAddress: SUBMISSIONS,
    present: redirectError,
    maxFileBytes: MAX_FORM_BYTES,
  },
  "verify-payment": { run: verifyPayment },
};

/** `isFull` says that nothing can be saved now. Then every function refuses, because all of them store something. */
export function createFunctions(deps: FunctionDeps, limiter: RateLimiter, isFull: () => boolean = () => false) {
  return async (request: Request, address: string): Promise<Response> => {
    const name = new URL(request.url).pathname.slice("/functions/v1/".length);
    const mounted = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!mounted) return failure(404, "not_found", "Function not found");
    const refusal = isFull() ? { run: async () => diskFullAnswer() } : {};
    return handleCall({ name, request, address, ...mounted, ...refusal }, deps, limiter);
  };
}

function diskFullAnswer(): Response {
  const response = failure(503, DISK_FULL_CODE, DISK_FULL_TEXT);
  for (const [name, value] of Object.entries(DISK_FULL_RETRY)) response.headers.set(name, value);
  return response;
}
