import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { day, money, setAgencyLocale } from "./format.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { INK, LinesTable, QUIET, TotalsTable } from "./invoice-parts.tsx";
import { FAMILIES } from "./pdf-font-files.ts";
import { registerFonts } from "./pdf-fonts.ts";

const styles = StyleSheet.create({
  page: { fontFamily: FAMILIES, fontSize: 10, lineHeight: 1.45, color: INK, padding: "48 52 64" },
  columns: { flexDirection: "row", gap: 24, marginTop: 28 },
  column: { flex: 1 },
  label: { color: QUIET, fontSize: 8.5, marginBottom: 3 },
  foot: { position: "absolute", bottom: 32, left: 52, right: 52, flexDirection: "row", color: QUIET, fontSize: 8.5 },
});

/**
 * Renders an invoice as a PDF. It supports Latin, Greek and Cyrillic, and the symbol or letters of every ISO currency.
 * `fonts` is the folder or address of the font files, `locale` the agency's.
 */
export async function renderInvoice(invoice: InvoiceDocument, fonts: string, locale?: string): Promise<Uint8Array> {
  registerFonts(fonts);
  setAgencyLocale(locale);
  return renderToBuffer(<InvoiceDocumentPdf invoice={invoice} />);
}

function InvoiceDocumentPdf({ invoice }: { invoice: InvoiceDocument }) {
  const { number, agency, client, currency, total, due } = invoice;
  return (
    <Document title={`Invoice ${number}`} author={agency.name} language="en">
      <Page size={currency === "usd" ? "LETTER" : "A4"} style={styles.page}>
        <View style={{ flexDirection: "row", justifyContent: "space-between" }}>
          <Text style={{ fontSize: 22, fontWeight: 600, lineHeight: 1.2 }}>{heading(invoice)}</Text>
          <Text style={{ fontSize: 13, fontWeight: 600, lineHeight: 1.2, marginTop: 7 }}>{agency.name}</Text>
        </View>
        <Text style={{ color: QUIET, marginTop: 4 }}>{number}</Text>
        <View style={styles.columns}>
          <Column label="Amount">{money(total, currency)}</Column>
          <Column label="Issued">{day(invoice.issued)}</Column>
          <Column label={invoice.paid ? "Paid" : "Due"}>{day(invoice.paid ?? due)}</Column>
        </View>
        <View style={styles.columns}>
          <Column label="From">{lines(agency.address ?? agency.name, agency.email, agency.phone)}</Column>
          <Column label="Billed to">{lines(client.company, client.name, client.email)}</Column>
        </View>
        <LinesTable lines={invoice.lines} currency={currency} />
        <TotalsTable invoice={invoice} />
        <View style={styles.foot} fixed>
          <Text style={{ flex: 1 }}>{`${agency.name} · ${agency.email}`}</Text>
          <Text render={({ pageNumber, totalPages }) => `${number} · page ${pageNumber} of ${totalPages}`} />
        </View>
      </Page>
    </Document>
  );
}

function Column({ label, children }: { label: string; children: ReactNode }) {
  return (
    <View style={styles.column}>
      <Text style={styles.label}>{label}</Text>
      <Text>{children}</Text>
    </View>
  );
}

const lines = (...parts: (string | null)[]): string => parts.filter((part) => part?.trim()).join("\n");

function heading({ status }: InvoiceDocument): string {
  if (status === "draft") return "Draft invoice";
  if (status === "paid") return "Invoice, paid";
  return status === "void" ? "Invoice, void" : "Invoice";
}
