import { Buffer } from "node:buffer";
import { Circle, Image, Path, StyleSheet, Svg, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { brandMark } from "../../../../domain/brand-mark.ts";
import { taxLine } from "../../../../domain/invoices.ts";
import { fitInto } from "../../../../domain/logo.ts";
import type { InvoiceDocument, InvoiceLogo } from "./invoice-document.ts";

export const INK = "#0b0c10";
export const QUIET = "#5c5d64";

const styles = StyleSheet.create({
  head: { flexDirection: "row", justifyContent: "space-between", alignItems: "flex-start", gap: 24 },
  sender: { flexDirection: "row", alignItems: "center", gap: 9, flexGrow: 1, flexBasis: 0 },
  columns: { flexDirection: "row", gap: 28, marginTop: 26 },
  column: { flexGrow: 1, flexBasis: 0 },
  label: { color: QUIET, fontSize: 8.5, marginBottom: 2 },
});

type LetterheadProps = { agency: string; logo: InvoiceLogo | undefined; heading: string; number: string };

/** The sender, with the kind of document and its number at the right. */
export function Letterhead({ agency, logo, heading, number }: LetterheadProps) {
  return (
    <View style={styles.head}>
      {logo ? <SenderLogo logo={logo} /> : <SenderMark agency={agency} />}
      <View style={{ width: 264 }}>
        <Text style={{ fontSize: 22, fontWeight: 600, lineHeight: 1.2, textAlign: "right" }}>{heading}</Text>
        <Text style={{ color: QUIET, marginTop: 2, textAlign: "right" }}>{number}</Text>
      </View>
    </View>
  );
}

/** The largest size of a logo, in points. */
const LOGO_BOX = { width: 200, height: 40 };

/** The agency's logo. Its name is below, where the sender is. */
function SenderLogo({ logo: { content, ...size } }: { logo: InvoiceLogo }) {
  const { width, height } = fitInto(size.width, size.height, LOGO_BOX);
  return (
    <View style={styles.sender}>
      <Image src={{ data: Buffer.from(content), format: "png" }} style={{ width, height }} />
    </View>
  );
}

/** The built-in mark and the agency's name. */
function SenderMark({ agency }: { agency: string }) {
  const { walls, wallWidth, dot } = brandMark;
  return (
    <View style={styles.sender}>
      <Svg viewBox="0 0 24 24" width={26} height={26}>
        <Path d={walls} stroke={INK} strokeWidth={wallWidth} strokeLinecap="round" fill="none" />
        <Circle cx={dot.x} cy={dot.y} r={dot.radius} fill="#f96c1b" />
      </Svg>
      <Text style={{ fontSize: 15, fontWeight: 600, lineHeight: 1.2, flexGrow: 1, flexBasis: 0 }}>{agency}</Text>
    </View>
  );
}

type PartiesProps = Pick<InvoiceDocument, "agency" | "client"> & { clientLabel?: string };

/** Sender and recipient, with their tax numbers if they have one. */
export function Parties({ agency, client, clientLabel = "Billed to" }: PartiesProps) {
  return (
    <View style={styles.columns}>
      <Party
        label="From"
        lines={[agency.name, ...split(agency.address), agency.email, agency.phone, taxLine(agency.taxId)]}
      />
      <Party
        label={clientLabel}
        lines={[client.company, client.name, ...split(client.address), client.email, taxLine(client.taxId)]}
      />
    </View>
  );
}

const split = (address: string | null): string[] => (address ?? "").split("\n");

/** The stored address may start with the name. Each line appears once. */
function Party({ label, lines }: { label: string; lines: (string | null)[] }) {
  const texts = lines.map((line) => line?.trim() ?? "");
  const [first, ...rest] = texts.filter((line, at) => line && texts.indexOf(line) === at);
  return (
    <View style={styles.column}>
      <Text style={styles.label}>{label}</Text>
      <Text style={{ fontWeight: 600 }}>{first}</Text>
      <Text style={{ color: "#33343a" }}>{rest.join("\n")}</Text>
    </View>
  );
}

export function Column({ label, children }: { label: string; children: ReactNode }) {
  return (
    <View style={styles.column}>
      <Text style={styles.label}>{label}</Text>
      <Text>{children}</Text>
    </View>
  );
}
