import { paymentProblem } from "~/shared/payment-messages.ts";
import { providerPage } from "~/shared/provider-page.ts";
import { queryClient } from "~/shared/query-client.ts";
import { toast } from "~/shared/toast.ts";
import { useLeave } from "~/shared/use-leave.ts";

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
