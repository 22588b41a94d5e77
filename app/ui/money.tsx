import { formatMoney } from "../../domain/money.ts";
import { cn } from "./cn.ts";

type Props = {
  /** In the currency's smallest unit: 1085000 is $10,850.00. */
  cents: number;
  currency: string;
  /** The amount is in a sentence, in its font. Otherwise it has the figures of tables. */
  inText?: boolean;
  className?: string;
};

/** An amount is never truncated and always has its currency. */
export function Money({ cents, currency, inText, className }: Props) {
  return (
    <span className={cn("whitespace-nowrap", inText ? "tabular-nums" : "num", className)}>
      {formatMoney({ amount: cents, currency })}
    </span>
  );
}
