import { sourceText } from "~/ui/source-icon.tsx";
import type { LeadField } from "../../../../domain/lead-fields.ts";
import { formatCompactMoney } from "../../../../domain/money.ts";
import { formatPhone } from "../../../../domain/phone.ts";
import type { Stage } from "./api.ts";

type FactContext = {
  currency: string;
  stages?: Pick<Stage, "key" | "label">[] | undefined;
  team?: { user_id: string; name: string }[] | undefined;
};

/** The text of a fact: money with its currency, names instead of keys, '–' for unknown values. */
export function factText(field: LeadField, value: unknown, { currency, stages = [], team = [] }: FactContext): string {
  if (field === "user_id" && !value) return "No owner";
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "–";
  if (Array.isArray(value)) return value.join(", ");
  switch (field) {
    case "value_cents":
      return formatCompactMoney({ amount: Number(value), currency });
    case "phone":
      return formatPhone(String(value));
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
