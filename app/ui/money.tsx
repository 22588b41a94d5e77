import { formatMoney } from "../../domain/money.ts";
import { cn } from "./cn.ts";

type Props = {
  /** In the currency's smallest unit: 1085000 is $10,850.00. */
  cents: number;
  currency: string;
  className?: string;
};

/** An amount is never truncated and always has its currency. */
export function Money({ cents, currency, className }: Props) {
  return <span className={cn("num whitespace-nowrap", className)}>{formatMoney({ amount: cents, currency })}</span>;
}
