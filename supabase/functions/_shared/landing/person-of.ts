import { cutText } from "../../../../domain/cut-text.ts";
import { longest } from "../../../../domain/submission-rules.ts";

/** Names that authors of pages give to the fields of a person. */
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

/** Who sent a form, by the names that its fields usually have. */
export function personOf(answers: Record<string, string>): FormPerson {
  const byName = new Map(Object.entries(answers).map(([name, value]) => [nameKey(name), value]));
  const given = (kind: string) => FIELD_NAMES[kind]?.map((name) => byName.get(name)).find((value) => value?.trim());
  const find = (kind: string, most: number) => {
    const value = given(kind);
    return value ? cutText(value.replace(/\s+/g, " ").trim(), most) : null;
  };
  const whole = find("name", longest.fullName)?.split(" ") ?? [];
  const message = given("message");
  return {
    email: find("email", longest.email + 1) ?? "",
    first_name: find("first_name", longest.name) ?? (cutText(whole[0] ?? "", longest.name) || null),
    last_name: find("last_name", longest.name) ?? (cutText(whole.slice(1).join(" "), longest.name) || null),
    phone: find("phone", longest.phone),
    company: find("company", longest.company),
    message: message ? cutText(message, longest.text) : null,
  };
}

/** firstName, First-Name and first_name are one. */
function nameKey(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}
