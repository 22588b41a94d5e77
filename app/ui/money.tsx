import { formatMoney } from "../../domain/money.ts";
import { cn } from "./cn.ts";

type Props = {
  /** In the smallest unit of the currency: 1085000 is $10,850.00. */
  cents: number;
  currency: string;
  className?: string;
};

/** Money is never cut off and never without its currency. */
export function Money({ cents, currency, className }: Props) {
  return <span className={cn("num whitespace-nowrap", className)}>{formatMoney({ amount: cents, currency })}</span>;
}
