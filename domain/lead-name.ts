type Named = { first_name: string | null; last_name: string | null; company: string | null; email: string | null };

/** A lead's name in lists and titles: the person's name, else the company, else the email address. */
export function leadName({ first_name, last_name, company, email }: Named): string {
  const name = [first_name, last_name].filter(Boolean).join(" ").trim();
  return name || company || email || "Unnamed lead";
}
