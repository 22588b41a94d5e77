import { BriefcaseBusiness, SquareKanban } from "lucide-react";
import { RadioCards } from "~/ui/radio-cards.tsx";
import { ACCOUNT_TYPES, type AccountType } from "./account-types.ts";

type Props = {
  value: AccountType | undefined;
  error: string | undefined;
  onChange: (value: AccountType) => void;
};

const ICONS = { sales: <SquareKanban aria-hidden="true" />, client: <BriefcaseBusiness aria-hidden="true" /> };
const OPTIONS = (Object.keys(ACCOUNT_TYPES) as AccountType[]).map((type) => ({
  value: type,
  label: ACCOUNT_TYPES[type].label,
  features: ACCOUNT_TYPES[type].features,
  icon: ICONS[type],
}));

/** The two account types with their listed features (spec §1, §2). */
export function AccountTypeCards({ value, error, onChange }: Props) {
  return (
    <RadioCards
      legend="Account type"
      name="accountType"
      options={OPTIONS}
      value={value}
      onChange={(chosen) => onChange(chosen as AccountType)}
      hint={value && ACCOUNT_TYPES[value].note}
      error={error}
    />
  );
}
