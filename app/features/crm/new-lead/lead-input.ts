import { emailProblem, isEmailAddress } from "../../../../domain/email-address.ts";
import { readAmount } from "../../../../domain/lead-values.ts";
import { phoneProblem } from "../../../../domain/phone.ts";

/** The form's values as typed. */
export type LeadInput = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  company: string;
  value: string;
  source: string;
  goals: string;
  mine: boolean;
};

export type TextField = "first_name" | "last_name" | "email" | "phone" | "company" | "value" | "goals";
export type FieldProblems = Partial<Record<TextField, string>>;

/** A lead with what a search did not find: an email address, a phone number, or a name, which is split. Else it is empty. */
export function emptyLead(searched: string): LeadInput {
  const email = searchedContact("email", searched);
  const phone = searchedContact("phone", searched);
  const [first = "", ...rest] = email || phone ? [] : searched.trim().split(/\s+/);
  return {
    first_name: first,
    last_name: rest.join(" "),
    email,
    phone,
    company: "",
    value: "",
    source: "",
    goals: "",
    mine: true,
  };
}

/** An address or a number if it is complete, else an empty text. */
export const completeContact = (field: "email" | "phone", typed: string): string =>
  (field === "email" ? isEmailAddress(typed.trim()) : !phoneProblem(typed)) ? typed.trim() : "";

/** Whether a searched text is an email address or a phone number, and no name. */
export const isContact = (searched: string): boolean =>
  (["email", "phone"] as const).some((field) => searchedContact(field, searched));

/** What adds a lead with what a search did not find. */
export const newLeadLabel = (searched: string): string =>
  searched ? `New lead ${isContact(searched) ? "with" : "named"} “${searched}”` : "New lead";

const DATE = /^(\d{4}[-/.](0?[1-9]|1[0-2])[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](19|20)\d\d)$/;

/** A date has as many digits as a phone number. */
const searchedContact: typeof completeContact = (field, searched) =>
  DATE.test(searched.trim()) ? "" : completeContact(field, searched);

/** Everything that is wrong with the form, by field. Null when nothing is. */
export function leadProblems(typed: LeadInput, currency: string): FieldProblems | null {
  const problems: FieldProblems = {};
  const email = typed.email.trim();
  const some = [typed.first_name, typed.last_name, email, typed.phone, typed.company].some((value) => value.trim());
  if (!some) problems.first_name = "Enter a name, a company or contact details";
  const wrongEmail = emailProblem(email);
  if (wrongEmail) problems.email = wrongEmail;
  const phone = phoneProblem(typed.phone);
  if (phone) problems.phone = phone;
  if (typed.value.trim() && readAmount(typed.value, currency) === null)
    problems.value = "Enter an amount, such as 4,450";
  return Object.keys(problems).length > 0 ? problems : null;
}

/** The fields for create_lead, without blanks. Without user_id the lead belongs to the caller, and without a source it has Other. */
export function toLead({ mine, value, ...texts }: LeadInput, currency: string): Record<string, string | number | null> {
  const lead: Record<string, string | number | null> = {};
  for (const [field, text] of Object.entries(texts)) if (text.trim()) lead[field] = text.trim();
  const cents = value.trim() ? readAmount(value, currency) : null;
  if (cents !== null) lead.value_cents = cents;
  if (!mine) lead.user_id = null;
  return lead;
}
