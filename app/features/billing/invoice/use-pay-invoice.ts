import { queryClient } from "~/shared/query-client.ts";
import { toast } from "~/shared/toast.ts";
import { createProviderUrl } from "../lib/create-provider-url.ts";
import { paymentProblem } from "../lib/payment-messages.ts";
import { useExternalRedirect } from "../lib/use-external-redirect.ts";

/** Leads to the page where an invoice is paid. Whatever is refused shows the invoice as it really is. */
export function usePayInvoice(invoiceId: string) {
  return useExternalRedirect(
    () => createProviderUrl("create-invoice-payment", { invoiceId }),
    (error) => {
      toast.error(paymentProblem(error));
      void queryClient.invalidateQueries();
    },
  );
}
