import { maxLengths } from "../../../../domain/submission-rules.ts";
import { truncateText } from "../../../../domain/truncate-text.ts";

/** Names that page authors use for the fields of a person. */
const FIELD_NAMES: Record<string, readonly string[]> = {
  email: ["email", "e_mail", "mail", "email_address", "your_email"],
  name: ["name", "full_name", "fullname", "your_name"],
  first_name: ["first_name", "firstname", "fname", "given_name"],
  last_name: ["last_name", "lastname", "lname", "family_name", "surname"],
  phone: ["phone", "tel", "telephone", "mobile", "phone_number", "your_phone"],
  company: ["company", "business", "organization", "organisation", "company_name", "business_name"],
  message: ["message", "comment", "comments", "goals", "notes", "question"],
};

export type FormPerson = {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  company: string | null;
  message: string | null;
};

/** Finds the sender of a form by the usual names of its fields. */
export function extractPerson(answers: Record<string, string>): FormPerson {
  const byName = new Map(Object.entries(answers).map(([name, value]) => [nameKey(name), value]));
  const given = (kind: string) => FIELD_NAMES[kind]?.map((name) => byName.get(name)).find((value) => value?.trim());
  const find = (kind: string, most: number) => {
    const value = given(kind);
    return value ? truncateText(value.replace(/\s+/g, " ").trim(), most) : null;
  };
  const whole = find("name", maxLengths.fullName)?.split(" ") ?? [];
  const message = given("message");
  return {
    email: find("email", maxLengths.email + 1) ?? "",
    first_name: find("first_name", maxLengths.name) ?? (truncateText(whole[0] ?? "", maxLengths.name) || null),
    last_name: find("last_name", maxLengths.name) ?? (truncateText(whole.slice(1).join(" "), maxLengths.name) || null),
    phone: find("phone", maxLengths.phone),
    company: find("company", maxLengths.company),
    message: message ? truncateText(message, maxLengths.text) : null,
  };
}

/** firstName, First-Name and first_name are the same name. */
function nameKey(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}
