import { isUnsettled } from "../../domain/invoices.ts";
import { formatMoney } from "../../domain/money.ts";

type Props = {
  invoice: {
    status: string;
    amount: number;
    owed_amount: number;
    refunded_amount: number;
    refund: string | null;
    currency: string;
  };
};

/** Below the amount of an invoice in a list: what went back of it, or what is still due after a part was paid or credited. */
export function AmountNote({ invoice }: Props) {
  const { status, amount, owed_amount, refunded_amount, refund, currency } = invoice;
  const money = (cents: number) => formatMoney({ amount: cents, currency });
  const text = refund
    ? `${money(refunded_amount)} refunded`
    : isUnsettled(status) && owed_amount < amount && `${money(owed_amount)} due`;
  return text ? <span className="block text-ink-3 text-xs">{text}</span> : null;
}
