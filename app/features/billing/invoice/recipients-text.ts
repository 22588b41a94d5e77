import { formatNames } from "../../../../domain/format-list.ts";

/** Whether a person's details are printed on invoices, and whose else. Without any invoice yet, they can prepare their own. */
export function recipientsText(billedTo: readonly { id: string; name: string }[], userId: string) {
  const isYou = billedTo.length === 0 || billedTo.some(({ id }) => id === userId);
  const others = billedTo.filter(({ id }) => id !== userId).map(({ name }) => name);
  const names = formatNames(others);
  if (!isYou)
    return {
      isYou,
      text:
        others.length > 1
          ? `Your invoices are addressed to ${names}. Each of them can change the company, address, and tax ID on their invoices, in their own portal.`
          : `Your invoices are addressed to ${names}. Only ${names} can change the company, address, and tax ID on them, in their own portal.`,
    };
  const own = "including earlier ones that you download again.";
  return {
    isYou,
    text:
      others.length > 0
        ? `Printed on the invoices that are addressed to you, ${own} Those to ${names} have their own details.`
        : `Printed on your invoices, ${own}`,
  };
}
