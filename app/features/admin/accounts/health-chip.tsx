import { Chip, type ChipTone } from "~/ui/chip.tsx";
import type { ListedAccount } from "./api.ts";

const HEALTH: Record<ListedAccount["health"], { tone: ChipTone; label: string; text: string }> = {
  good: { tone: "ok", label: "Good", text: "No late replies, no overdue invoices, and activity in the last 30 days" },
  waiting: { tone: "warn", label: "Lead waiting", text: "A lead has been waiting past the response target" },
  overdue: { tone: "bad", label: "Invoice overdue", text: "An invoice is past its due date" },
  empty: { tone: "warn", label: "Empty", text: "Everyone left, so no one works in it or is billed for it" },
  new: { tone: "info", label: "New", text: "Added in the last 30 days. No leads, and no sign-ins of its people" },
  quiet: { tone: "neutral", label: "Inactive", text: "No leads, activity or sign-ins for 30 days" },
  archived: { tone: "neutral", label: "Archived", text: "Its workspace is closed" },
};

/** Why an account's health is what it is. */
export const healthText = (health: ListedAccount["health"]) => HEALTH[health].text;

type Props = Pick<ListedAccount, "health"> & Partial<Pick<ListedAccount, "reasons">>;

/** The health, and the reasons for it that it doesn't name. */
const further = ({ health, reasons = [] }: Props) => (health === reasons[0] ? reasons.slice(1) : []);

/** How an account does, with all reasons. */
export const healthLabels = (account: Props) =>
  [account.health, ...further(account)].map((one) => HEALTH[one].label).join(", ");

/** How an account does, as a word with a dot, and how many further reasons there are. */
export function AccountHealth(account: Props) {
  const { tone, label, text } = HEALTH[account.health];
  const more = further(account);
  return (
    <span className="inline-flex items-center gap-1.5" title={[text, ...more.map(healthText)].join(". ")}>
      <Chip tone={tone}>{label}</Chip>
      {more.length > 0 && (
        <span className="text-ink-3 text-xs">
          <span aria-hidden="true">+{more.length}</span>
          <span className="sr-only">, {more.map((one) => HEALTH[one].label).join(", ")}</span>
        </span>
      )}
    </span>
  );
}
