import { Chip, type ChipTone } from "~/ui/chip.tsx";
import type { ListedAccount } from "./api.ts";

const HEALTH: Record<ListedAccount["health"], { tone: ChipTone; label: string; text: string }> = {
  good: { tone: "ok", label: "Good", text: "No late reply, no overdue invoice, and activity in the last 30 days" },
  waiting: { tone: "warn", label: "Lead waiting", text: "A lead has been waiting past the response target" },
  overdue: { tone: "bad", label: "Invoice overdue", text: "An invoice is past its due date" },
  new: { tone: "info", label: "New", text: "Added in the last 30 days. Nothing has happened in it yet" },
  quiet: { tone: "neutral", label: "Inactive", text: "No lead, activity or sign-in for 30 days" },
  archived: { tone: "neutral", label: "Archived", text: "Its workspace is closed" },
};

export const healthLabel = (health: ListedAccount["health"]) => HEALTH[health].label;

/** Why an account's health is what it is. */
export const healthText = (health: ListedAccount["health"]) => HEALTH[health].text;

type Props = Pick<ListedAccount, "health"> & Partial<Pick<ListedAccount, "reasons">>;

/** How an account does, as a word with a dot, and how many further reasons there are. */
export function AccountHealth({ health, reasons = [] }: Props) {
  const { tone, label, text } = HEALTH[health];
  const further = health === reasons[0] ? reasons.slice(1) : [];
  return (
    <span className="inline-flex items-center gap-1.5" title={[text, ...further.map(healthText)].join(". ")}>
      <Chip tone={tone}>{label}</Chip>
      {further.length > 0 && (
        <span className="text-ink-3 text-xs">
          <span aria-hidden="true">+{further.length}</span>
          <span className="sr-only">, {further.map((one) => HEALTH[one].label).join(", ")}</span>
        </span>
      )}
    </span>
  );
}
