import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { invoiceDescription } from "../../../../domain/invoices.ts";
import { lineDescription, type StatementLine } from "../../../../domain/statement.ts";
import { day, money, period, setAgencyLocale, shortDay } from "./format.ts";
import type { InvoiceBrand, InvoiceLogo } from "./invoice-document.ts";
import { Column, INK, Letterhead, Parties, QUIET } from "./invoice-head.tsx";
import { FAMILIES } from "./pdf-font-files.ts";
import { loadFonts } from "./pdf-fonts.ts";
import { printable } from "./printable.ts";
import type { StatementDocument } from "./statement-document.ts";

const LINE = "#d9d7cf";

const styles = StyleSheet.create({
  page: { fontFamily: FAMILIES, fontSize: 9, lineHeight: 1.4, color: INK, padding: "44 48 64" },
  band: { flexDirection: "row", gap: 20, backgroundColor: "#f6f4ee", borderRadius: 6, padding: "12 18" },
  balance: { fontSize: 18, fontWeight: 600, lineHeight: 1.25 },
  label: { color: QUIET, fontSize: 8.5, marginBottom: 2 },
  title: { fontSize: 12, fontWeight: 600, marginBottom: 8 },
  row: { flexDirection: "row", borderBottomWidth: 0.5, borderBottomColor: LINE, paddingVertical: 5 },
  header: { borderBottomWidth: 1, borderBottomColor: INK },
  heading: { color: QUIET, fontSize: 8.5 },
  day: { width: 62 },
  what: { flex: 1, paddingRight: 10 },
  figure: { width: 76, textAlign: "right" },
  foot: { position: "absolute", left: 48, right: 48, color: QUIET, fontSize: 8.5 },
});

/** How far above the edge of the page its last line begins. */
const FOOT = 46;

/** Renders a statement as a PDF, with the same characters, fonts and brand as an invoice (renderInvoice). */
export async function renderStatement(
  statement: StatementDocument,
  fonts: string,
  { locale, logo }: InvoiceBrand = {},
): Promise<Uint8Array> {
  const draws = await loadFonts(fonts);
  setAgencyLocale(locale);
  return renderToBuffer(<StatementPdf statement={printable(statement, draws)} logo={logo} />);
}

function StatementPdf({ statement, logo }: { statement: StatementDocument; logo: InvoiceLogo | undefined }) {
  const { agency, client, agreed } = statement;
  const days = period(statement.period);
  const parts = partsOf(statement);
  const isLetter = (parts[0]?.currency ?? agreed[0]?.currency) === "usd";
  const height = isLetter ? 792 : 841.89;
  return (
    <Document title={`Statement, ${days}`} author={agency.name} language="en">
      <Page size={isLetter ? "LETTER" : "A4"} style={styles.page}>
        <Letterhead agency={agency.name} logo={logo} heading="Statement" number={days} />
        <Parties agency={agency} client={client} clientLabel="For" />
        {parts.map((part) => (
          <Part key={`${part.account} ${part.currency}`} part={part} until={statement.period.until} />
        ))}
        <Agreed statement={statement} />
        <Text style={[styles.foot, { top: height - FOOT }]} fixed>
          {`Questions about this statement? Email ${agency.email}.`}
        </Text>
        {/* Placed from the top: the renderer drops a page number that is placed from the bottom. */}
        <Text
          style={[styles.foot, { top: height - FOOT, textAlign: "right" }]}
          render={({ pageNumber, totalPages }) => `Page ${pageNumber} of ${totalPages}`}
          fixed
        />
      </Page>
    </Document>
  );
}

type StatementPart = { account: string | null; currency: string; title: string | null; rows: StatementLine[] };

/** The lines by account and currency. A title says what differs between the parts. */
function partsOf({ rows, isOfSeveral }: StatementDocument): StatementPart[] {
  const parts: StatementPart[] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (last && last.account === row.account && last.currency === row.currency) last.rows.push(row);
    else parts.push({ account: row.account, currency: row.currency, title: null, rows: [row] });
  }
  const differs = (field: "account" | "currency") => new Set(parts.map((part) => part[field])).size > 1;
  const [byAccount, byCurrency] = [isOfSeveral || differs("account"), differs("currency")];
  return parts.map((part) => ({
    ...part,
    title: [byAccount && part.account, byCurrency && part.currency.toUpperCase()].filter(Boolean).join(", ") || null,
  }));
}

const sumOf = (rows: StatementLine[], field: "charged" | "paid" | "credited" | "refunded"): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

/** The columns of amounts. Most statements have no credits and no refunds. */
const AMOUNTS = [
  ["charged", "Charged"],
  ["paid", "Paid"],
  ["credited", "Credited"],
  ["refunded", "Refunded"],
] as const;

function Part({ part: { title, currency, rows }, until }: { part: StatementPart; until: string }) {
  const shown = AMOUNTS.filter(
    ([field]) => field === "charged" || field === "paid" || rows.some((row) => row[field] !== 0),
  );
  // With more columns, each is narrower, so that the description keeps its room.
  const figure = [styles.figure, { width: shown.length > 2 ? 62 : 76 }];
  const closing = rows.at(-1)?.balance ?? 0;
  return (
    <View style={{ marginTop: 26 }}>
      <View wrap={false} minPresenceAhead={80}>
        {title && <Text style={styles.title}>{title}</Text>}
        <View style={styles.band}>
          <View style={{ flexGrow: 1.4, flexBasis: 0 }}>
            <Text style={styles.label}>{closing < 0 ? "In your favor" : `Balance on ${day(until)}`}</Text>
            <Text style={styles.balance}>{money(Math.abs(closing), currency)}</Text>
          </View>
          {shown.map(([field, label]) => (
            <Column key={field} label={label}>
              {money(sumOf(rows, field), currency)}
            </Column>
          ))}
        </View>
      </View>
      <View style={{ marginTop: 12 }}>
        <View style={[styles.row, styles.header]} fixed>
          <Text style={[styles.day, styles.heading]}>Date</Text>
          <Text style={[styles.what, styles.heading]}>Description</Text>
          {shown.map(([field, label]) => (
            <Text key={field} style={[figure, styles.heading]}>
              {label}
            </Text>
          ))}
          <Text style={[figure, styles.heading]}>Balance</Text>
        </View>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an invoice can have two equal lines
          <View key={at} style={styles.row} wrap={false}>
            <Text style={styles.day}>{shortDay(row.day)}</Text>
            <Text style={styles.what}>{[row.document, lineDescription(row)].filter(Boolean).join(" · ")}</Text>
            {shown.map(([field]) => (
              <Text key={field} style={figure}>
                {row[field] === 0 ? "" : money(row[field], currency)}
              </Text>
            ))}
            <Text style={figure}>{money(row.balance, currency)}</Text>
          </View>
        ))}
      </View>
    </View>
  );
}

/** Agreed invoices, which are in no balance. */
function Agreed({ statement: { agreed, isOfSeveral } }: { statement: StatementDocument }) {
  if (agreed.length === 0) return null;
  return (
    <View style={{ marginTop: 26 }}>
      <Text style={styles.title} minPresenceAhead={40}>
        Not included, because not open for payment yet
      </Text>
      {agreed.map((invoice) => (
        <View key={invoice.document} style={styles.row} wrap={false}>
          <Text style={styles.day}>{shortDay(invoice.day)}</Text>
          <Text style={styles.what}>
            {[invoice.document, isOfSeveral && invoice.account, invoiceDescription(invoice.text)]
              .filter(Boolean)
              .join(" · ")}
          </Text>
          <Text style={styles.figure}>{money(invoice.amount, invoice.currency)}</Text>
        </View>
      ))}
    </View>
  );
}
