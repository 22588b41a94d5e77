import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { count, money } from "./format.ts";
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
  sumLabel: { width: 200, textAlign: "right", color: QUIET },
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

/** The totals: total, payments, refunds and the amount still due. */
export function TotalsTable({ invoice }: { invoice: InvoiceDocument }) {
  const { total, credited, received, refunded, owed, currency } = invoice;
  const sums: [label: string, amount: number][] = [["Total", total]];
  if (credited > 0) sums.push(["Credited", -credited]);
  if (received > 0) sums.push(["Paid", -received]);
  if (refunded > 0) sums.push(["Refunded", refunded]);
  return (
    <View style={{ marginTop: 10 }} wrap={false}>
      {sums.map(([label, amount]) => (
        <View key={label} style={styles.sum}>
          <Text style={styles.sumLabel}>{label}</Text>
          <Text style={styles.figure}>{money(amount, currency)}</Text>
        </View>
      ))}
      <View style={[styles.sum, { fontSize: 13, fontWeight: 600, paddingTop: 8 }]}>
        <Text style={[styles.sumLabel, { color: INK }]}>Amount due</Text>
        <Text style={styles.figure}>{money(owed, currency)}</Text>
      </View>
    </View>
  );
}
