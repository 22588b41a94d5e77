import { Document, Link, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { type AccentShades, deriveAccent } from "../../../../domain/accent.ts";
import { invoiceHeading, invoiceTitle } from "../../../../domain/invoices.ts";
import { byMethod } from "../../../../domain/payment-method.ts";
import { day, money, period, setAgencyLocale } from "./format.ts";
import type { InvoiceBrand, InvoiceDocument, InvoiceLogo } from "./invoice-document.ts";
import { Column, INK, Letterhead, Parties, QUIET } from "./invoice-head.tsx";
import { LinesTable, TotalsTable } from "./invoice-parts.tsx";
import { FAMILIES } from "./pdf-font-files.ts";
import { loadFonts } from "./pdf-fonts.ts";
import { printable } from "./printable.ts";

const styles = StyleSheet.create({
  page: { fontFamily: FAMILIES, fontSize: 10, lineHeight: 1.45, color: INK, padding: "44 48 64" },
  band: { flexDirection: "row", gap: 20, backgroundColor: "#f6f4ee", borderRadius: 6, padding: "14 18", marginTop: 28 },
  amount: { fontSize: 20, fontWeight: 600, lineHeight: 1.25 },
  pay: {
    borderRadius: 5,
    fontWeight: 600,
    padding: "7 14",
    textDecoration: "none",
  },
  payRow: { flexDirection: "row", alignItems: "center", gap: 12, marginTop: 14 },
  address: { color: QUIET, fontSize: 8.5, textDecoration: "none" },
  title: { fontSize: 12, fontWeight: 600, marginTop: 24 },
  terms: { marginTop: "auto", paddingTop: 24 },
  termsText: { borderTopWidth: 0.5, borderTopColor: "#d9d7cf", paddingTop: 12 },
  label: { color: QUIET, fontSize: 8.5, marginBottom: 2 },
  foot: { position: "absolute", left: 48, right: 48, color: QUIET, fontSize: 8.5 },
});

/** How far above the edge of the page its last line begins. */
const FOOT = 46;

/**
 * Renders an invoice as a PDF. It supports Latin, Greek and Cyrillic, and the symbol or letters of every ISO currency. Other
 * characters, such as emoji, are left out.
 * `fonts` is the folder or address of the font files; the brand is the agency's.
 */
export async function renderInvoice(
  invoice: InvoiceDocument,
  fonts: string,
  { locale, logo, accent }: InvoiceBrand = {},
): Promise<Uint8Array> {
  const draws = await loadFonts(fonts);
  setAgencyLocale(locale);
  const shades = (accent ? deriveAccent(accent)?.light : undefined) ?? OWN;
  return renderToBuffer(<InvoiceDocumentPdf invoice={printable(invoice, draws)} logo={logo} shades={shades} />);
}

type Shades = Pick<AccentShades, "fill" | "on">;

/** The product's own color. */
const OWN: Shades = { fill: "#f96c1b", on: INK };

type DocumentProps = { invoice: InvoiceDocument; logo: InvoiceLogo | undefined; shades: Shades };

function InvoiceDocumentPdf({ invoice, logo, shades }: DocumentProps) {
  const { number, agency, currency } = invoice;
  const title = invoiceTitle(invoice.description, invoice.lines);
  const isLetter = currency === "usd";
  const height = isLetter ? 792 : 841.89;
  return (
    <Document title={`Invoice ${number}`} author={agency.name} language="en">
      <Page size={isLetter ? "LETTER" : "A4"} style={styles.page}>
        <Letterhead agency={agency.name} logo={logo} heading={invoiceHeading(invoice)} number={number} />
        <Band invoice={invoice} />
        <PayOnline invoice={invoice} shades={shades} />
        <Parties {...invoice} />
        {title && <Text style={[styles.title, isFull(invoice) ? { marginTop: 16 } : {}]}>{title}</Text>}
        <LinesTable lines={invoice.lines} currency={currency} />
        <TotalsTable invoice={invoice} />
        <Terms invoice={invoice} />
        <Text style={[styles.foot, { top: height - FOOT }]} fixed>
          {`Questions about this invoice? Email ${agency.email}.`}
        </Text>
        {/* Placed from the top: the renderer drops a page number that is placed from the bottom. */}
        <Text
          style={[styles.foot, { top: height - FOOT, textAlign: "right" }]}
          render={({ pageNumber, totalPages }) => `${number} · page ${pageNumber} of ${totalPages}`}
          fixed
        />
      </Page>
    </Document>
  );
}

/** Whether the page has less air, so that a few more lines don't send its last words to a page of their own. */
const isFull = ({ lines, payments }: InvoiceDocument): boolean => lines.length + payments.length > 3;

/** The figures that matter: what is due or was paid, the dates, and the period. */
function Band({ invoice }: { invoice: InvoiceDocument }) {
  const { currency, owed, issued, due, paid, status, refund } = invoice;
  const how = invoice.payments.length === 1 ? byMethod(invoice.payments[0]?.method) : "";
  const sum = money(status === "paid" ? paidSum(invoice) : owed, currency);
  return (
    <View style={[styles.band, isFull(invoice) ? { marginTop: 20 } : {}]}>
      <View style={{ flexGrow: 1.4, flexBasis: 0 }}>
        <Text style={styles.label}>{refund ? "Paid, less refunds" : status === "paid" ? "Paid" : "Amount due"}</Text>
        <Text style={[styles.amount, sum.length > MAX_LARGE ? { fontSize: 14 } : {}]}>{sum}</Text>
        {refund && <Text style={{ marginTop: 4 }}>{`${money(invoice.refunded, currency)} refunded`}</Text>}
        {status === "paid" && how && <Text style={{ marginTop: 4 }}>{`Paid ${how}`}</Text>}
        {status === "active" && <Text style={{ marginTop: 4 }}>Not payable yet. We'll email you when it is.</Text>}
      </View>
      <Column label="Issued">{day(issued)}</Column>
      {status !== "void" && (
        <Column label={paid ? "Paid on" : "Due"}>{paid || due ? day(paid ?? due) : "On receipt"}</Column>
      )}
      {invoice.period && <Column label="Service period">{period(invoice.period)}</Column>}
    </View>
  );
}

/** A longer sum would run into the date beside it. */
const MAX_LARGE = 13;

/** A second payment that has to go back isn't a part of it, unless money went back. */
const paidSum = ({ total, credited, refund, kept }: InvoiceDocument): number => (refund ? kept : total - credited);

/** A button that opens the invoice, and for paper an address that people can type: the portal's list of invoices. */
function PayOnline({ invoice: { payUrl }, shades }: { invoice: InvoiceDocument; shades: Shades }) {
  if (!payUrl) return null;
  return (
    <View style={styles.payRow} wrap={false}>
      <Link src={payUrl} style={[styles.pay, { backgroundColor: shades.fill, color: shades.on }]}>
        Pay online
      </Link>
      <Link src={payUrl} style={styles.address}>
        {`or sign in at ${payUrl.replace(/^https?:\/\/|\/[^/]*$/g, "")}`}
      </Link>
    </View>
  );
}

/** The terms while there is something to pay. */
function Terms({ invoice }: { invoice: InvoiceDocument }) {
  const { payUrl, agency } = invoice;
  const terms = agency.terms?.trim();
  if (!payUrl || !terms) return null;
  return (
    <View style={[styles.terms, isFull(invoice) ? { paddingTop: 12 } : {}]} wrap={false}>
      <View style={styles.termsText}>
        <Text style={styles.label}>Payment terms</Text>
        <Text>{terms}</Text>
      </View>
    </View>
  );
}
