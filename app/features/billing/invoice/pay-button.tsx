import { Button } from "~/ui/button.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { usePayInvoice } from "./use-pay-invoice.ts";

type Props = {
  invoice: { id: string; invoice_number: string; amount: number; currency: string };
  /** The one that matters most in view. */
  primary?: boolean;
  size?: "sm" | "md";
  className?: string;
};

/** 'Pay $450.00': leaves for the payment page. */
export function PayButton({ invoice, primary = false, size = "sm", className }: Props) {
  const { busy, leave } = usePayInvoice(invoice.id);
  const text = `Pay ${formatMoney(invoice)}`;
  return (
    <Button
      size={size}
      variant={primary ? "primary" : "default"}
      loading={busy}
      aria-label={`${text} for ${invoice.invoice_number}`}
      onClick={() => void leave()}
      className={className}
    >
      <span>{text}</span>
    </Button>
  );
}
