import { queryClient } from "~/shared/query-client.ts";
import { toast } from "~/shared/toast.ts";
import { paymentProblem } from "../lib/payment-messages.ts";
import { providerPage } from "../lib/provider-page.ts";
import { useLeave } from "../lib/use-leave.ts";

/** Leads to the page where an invoice is paid. Whatever is refused shows the invoice as it really is. */
export function usePayInvoice(invoiceId: string) {
  return useLeave(
    () => providerPage("create-invoice-payment", { invoiceId }),
    (error) => {
      toast.error(paymentProblem(error));
      void queryClient.invalidateQueries();
    },
  );
}
