const ENDED = ["completed", "canceled"];

/** The same order, but what has ended is below what is active. */
export function endedLast<Row extends { status: string }>(retainers: readonly Row[]): Row[] {
  const hasEnded = ({ status }: Row) => Number(ENDED.includes(status));
  return retainers.toSorted((one, other) => hasEnded(one) - hasEnded(other));
}
