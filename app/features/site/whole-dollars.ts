/** Cents as a price on the site, whose prices have no cents: 200000 is $2,000. */
export function wholeDollars(cents: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 }).format(
    cents / 100,
  );
}
