/** The scale runs over two decades, from $100 to $10,000. */
const FLOOR = 100;
const DECADES = 2;

export type OfferRange = { from: number; to: number | undefined };

/** The ends of a tier's price range in dollars: "$200–$750", or "$5,000+" without an end. */
export function offerRange(offers: string): OfferRange {
  const [from = FLOOR, to] = offers.split("–").map((end) => Number(end.replace(/[^\d]/g, "")));
  return { from, to };
}

/** The position of a price on the scale, in percent of its width. It is logarithmic, because people compare prices by ratio. */
export function placeOnScale(dollars: number): number {
  return Math.round((Math.log10(dollars / FLOOR) / DECADES) * 10_000) / 100;
}
