import { sourceText } from "~/ui/source-icon.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import type { Stage } from "./api.ts";

/** What is known of a lead, and how each fact is called wherever leads are shown, edited or compared. */
export const FACT_LABELS = {
  first_name: "First name",
  last_name: "Last name",
  company: "Company",
  role: "Role",
  email: "E-mail",
  phone: "Phone",
  website: "Website",
  stage: "Stage",
  value_cents: "Value",
  user_id: "Owner",
  source: "Source",
  tier_interest: "Interested in",
  ad_spend: "Ad spend",
  target_clients: "New clients",
  deal_size: "Deal size",
  timeline: "Timeline",
  best_contact: "Best contact",
  goals: "Goals",
} as const;

export type FactName = keyof typeof FACT_LABELS;

type FactContext = {
  currency: string;
  stages?: Pick<Stage, "key" | "label">[] | undefined;
  team?: { user_id: string; name: string }[] | undefined;
};

/** A fact as people read it: money with its currency, names for keys; '–' for what is not known. */
export function factText(field: FactName, value: unknown, { currency, stages = [], team = [] }: FactContext): string {
  if (field === "user_id" && !value) return "Nobody";
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "–";
  if (Array.isArray(value)) return value.join(", ");
  switch (field) {
    case "value_cents":
      return formatMoney({ amount: Number(value), currency });
    case "source":
      return sourceText(String(value));
    case "stage":
      return stages.find(({ key }) => key === value)?.label ?? String(value);
    case "user_id":
      return team.find(({ user_id }) => user_id === value)?.name ?? "A former colleague";
    default:
      return String(value);
  }
}
