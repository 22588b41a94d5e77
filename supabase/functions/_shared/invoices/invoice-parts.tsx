import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { discountLines, invoiceTotals, type TotalLine } from "../../../../domain/invoice-totals.ts";
import { togetherText } from "../../../../domain/paid-together.ts";
import { byMethod } from "../../../../domain/payment-method.ts";
import { count, day, money } from "./format.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { INK, QUIET } from "./invoice-head.tsx";

const LINE = "#d9d7cf";

const styles = StyleSheet.create({
  row: { flexDirection: "row", borderBottomWidth: 0.5, borderBottomColor: LINE, paddingVertical: 6 },
  header: { borderBottomWidth: 1, borderBottomColor: INK, paddingVertical: 5 },
  what: { flex: 1, paddingRight: 16 },
  quantity: { width: 56, textAlign: "right" },
  figure: { width: 104, textAlign: "right" },
  label: { color: QUIET, fontSize: 8.5 },
  sum: { flexDirection: "row", justifyContent: "flex-end", paddingVertical: 4 },
  together: { color: QUIET, fontSize: 8.5, marginTop: 8, textAlign: "right" },
  sumLabel: { width: 340, textAlign: "right", color: QUIET },
});

/** The invoice's lines. The header repeats on every page. */
export function LinesTable({ lines, currency }: Pick<InvoiceDocument, "lines" | "currency">) {
  return (
    <View style={{ marginTop: 16 }}>
      <View style={[styles.row, styles.header]} fixed>
        <Text style={[styles.what, styles.label]}>Description</Text>
        <Text style={[styles.quantity, styles.label]}>Quantity</Text>
        <Text style={[styles.figure, styles.label]}>Unit price</Text>
        <Text style={[styles.figure, styles.label]}>Amount</Text>
      </View>
      {lines.map(({ position, description, quantity, unitAmount, amount }) => (
        <View key={position} style={styles.row} wrap={false}>
          <Text style={styles.what}>{description}</Text>
          <Text style={styles.quantity}>{count(quantity)}</Text>
          <Text style={styles.figure}>{money(unitAmount, currency)}</Text>
          <Text style={styles.figure}>{money(amount, currency)}</Text>
        </View>
      ))}
    </View>
  );
}

/** The lines that add up to the amount due, and what went back afterward. */
export function TotalsTable({ invoice }: { invoice: InvoiceDocument }) {
  const { lines, after } = invoiceTotals(invoice);
  const [label, due] = lines.at(-1) ?? ["Amount due", invoice.owed];
  const before = [
    ...discountLines(invoice.lines.map(({ amount }) => amount)),
    ...eachEntry(lines.slice(0, -1), invoice),
  ];
  // Many payments may continue on the next page, but never the sum alone.
  const loose = before.length > MAX_TOGETHER ? before.slice(0, -2) : [];
  const row = (line: TotalLine, at: number) => (
    <TotalRow key={at} line={line} currency={invoice.currency} isTight={before.length > MAX_AIRY} />
  );
  return (
    <View style={{ marginTop: 10 }}>
      {loose.map(row)}
      <View wrap={false}>
        {before.slice(loose.length).map(row)}
        <View style={[styles.sum, { fontSize: 13, fontWeight: 600, paddingTop: 8 }]}>
          <Text style={[styles.sumLabel, { color: INK }]}>{label}</Text>
          <Text style={styles.figure}>{money(due, invoice.currency)}</Text>
        </View>
        {eachEntry(after, invoice).map(row)}
      </View>
      {invoice.together.map((payment) => (
        <Text key={payment.payment_id} style={styles.together}>
          {`${togetherText(payment, (whole) => money(whole.amount, whole.currency))} on ${day(payment.day)}.`}
        </Text>
      ))}
    </View>
  );
}

/** More lines than these stand closer together, and more than those need no common page. */
const MAX_AIRY = 2;
const MAX_TOGETHER = 6;

/** Payments that leave a rest, several payments and all refunds have a line each, with their day, instead of their sum. */
function eachEntry(lines: readonly TotalLine[], { payments, refunds, owed }: InvoiceDocument): readonly TotalLine[] {
  const sign = (amount: number) => (amount < 0 ? -1 : 1);
  return lines.flatMap((line): readonly TotalLine[] => {
    const [label, sum] = line;
    // The day of a single payment of all stands at the top.
    if (label === "Paid" && (payments.length > 1 || (owed > 0 && payments[0]?.amount === -sum)))
      return payments.map(({ paid, method, amount }) => [`Paid on ${day(paid)} ${byMethod(method)}`.trim(), -amount]);
    // An invoice from before the ledger, or more money back than came in, has only the sum.
    if (label === "Refunded" && refunds.reduce((all, { amount }) => all + amount, 0) === Math.abs(sum))
      return refunds.map(({ refunded, amount }) => [`Refunded on ${day(refunded)}`, sign(sum) * amount]);
    return [line];
  });
}

type TotalRowProps = { line: TotalLine; currency: string; isTight: boolean };

function TotalRow({ line: [label, amount], currency, isTight }: TotalRowProps) {
  return (
    <View style={[styles.sum, isTight ? { paddingVertical: 1.5 } : {}]} wrap={false}>
      <Text style={styles.sumLabel}>{label}</Text>
      <Text style={styles.figure}>{money(amount, currency)}</Text>
    </View>
  );
}
