/** Who a row of the file is about. */
export function rowName(fields: unknown): string {
  const { name, first_name, last_name, email, phone, company } = fields as Record<string, unknown>;
  const text = name ?? ([first_name, last_name].filter(Boolean).join(" ") || email || phone || company);
  return String(text ?? "–").slice(0, 60);
}
