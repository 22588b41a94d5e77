/** The row's number in the file. The header is row 1, so the first lead is row 2. */
export const fileRow = (rowNo: number) => rowNo + 1;

/** Who a row of the file is about. */
export function rowName(fields: unknown): string {
  const { name, first_name, last_name, email, phone, company } = fields as Record<string, unknown>;
  const text = name ?? ([first_name, last_name].filter(Boolean).join(" ") || email || phone || company);
  return String(text ?? "–").slice(0, 60);
}
