import { Buffer } from "node:buffer";

/** A file as a person selects it. */
export const csvFile = (content: string | Buffer, name = "leads.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: typeof content === "string" ? Buffer.from(content) : content,
});

/**
 * Rows with difficult content: formulas, quotes, line endings, long cells, and columns that are duplicate or have no
 * name.
 */
export function hostileCsv(mark: string): string {
  return [
    "First Name,Last Name,E-Mail,Company,Company,,Deal Value,Created",
    `"=HYPERLINK(""http://evil.example"")",Formula,formula-${mark}@example.com,+cmd|' /C calc'!A0,x,,1000,2026-02-03`,
    `"Qu""ote","Line\nBreak",quotes-${mark}@example.com,"a,b;c",,,"$4,450.50",2/3/2026`,
    `Long,${"x".repeat(1_000_000)},long-${mark}@example.com,Acme,,,,`,
    `Bad,Mail,no address,Acme,,,,12/5/2098`,
    `Bad,Value,value-${mark}@example.com,Acme,,,lots,`,
    `Again,Twice,QUOTES-${mark}@example.com,Acme,,,,`,
    `Too,Many,many-${mark}@example.com,Acme,,,,,extra`,
    "",
    `Zoë,Müller,zoe-${mark}@example.com,Ärzte GmbH,,,,`,
  ].join("\r\n");
}
