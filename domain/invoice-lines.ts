const SHAPE = /^(\d{1,6})(?:[.,](\d{1,2}))?$/;
const MOST = 100_000;

/** A typed quantity, such as 3, 1.5 or 1,5: from 0.01 to 100,000. Null for anything else. */
export function parseQuantity(typed: string): number | null {
  const [, whole = "", decimals = ""] = SHAPE.exec(typed.trim()) ?? [];
  const quantity = Number(`${whole}.${decimals}`);
  return whole && quantity > 0 && quantity <= MOST ? quantity : null;
}

/**
 * The price of a line in the currency's smallest unit. Half a unit is rounded up, and a discount like a price, so that a line and its
 * reversal are zero. `private.line_amount` in the database is the same.
 */
export function lineAmount(quantity: number, unitAmount: number): number {
  // Whole hundredths, because 1.15 * 100 is 114.99999999999999.
  const hundredths = Math.round(quantity * 100) * Math.abs(unitAmount);
  const rounded = Math.floor((hundredths + 50) / 100);
  return unitAmount < 0 && rounded > 0 ? -rounded : rounded;
}
