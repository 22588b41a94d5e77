import type { LeadRef } from "./lead-types.ts";

/** Fields in braces are filled in from the lead and the sender. */
export const EMAIL_TEMPLATES = [
  {
    key: "first",
    label: "First answer",
    subject: "Your request, {{first_name}}",
    body: "Hi {{first_name}},\n\nthank you for writing to {{agency}}. I have read what you sent and have a few ideas for {{company}}.\n\nWhen is a good time for a short call today or tomorrow?\n\n{{sender}}",
  },
  {
    key: "missed",
    label: "We missed you",
    subject: "I just tried to call you",
    body: "Hi {{first_name}},\n\nI just tried to reach you about your request and could not get through. Reply with a time that suits you, and I will call then.\n\n{{sender}}",
  },
  {
    key: "booked",
    label: "Before the call",
    subject: "Our call about {{company}}",
    body: "Hi {{first_name}},\n\nI look forward to our call. To make it worth your time, have your current ad spend and the number of new clients you want a month at hand.\n\n{{sender}}",
  },
] as const;

type TemplateValues = { agency: string; sender: string };

/** Fills the fields in; what is not known is left out in words that still read well. */
export function fillTemplate(
  text: string,
  lead: Pick<LeadRef, "first_name" | "company">,
  { agency, sender }: TemplateValues,
): string {
  const values: Record<string, string> = {
    first_name: lead.first_name ?? "there",
    company: lead.company ?? "your business",
    agency,
    sender,
  };
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
