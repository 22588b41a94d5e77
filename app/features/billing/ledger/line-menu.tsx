import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Percent, Plus } from "lucide-react";
import { tiers } from "~/content/tiers.ts";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { Money } from "~/ui/money.tsx";
import { type DraftLine, discountLine, emptyLine, pricedLine } from "./invoice-draft.ts";
import { clientRetainersQuery } from "./retainers-api.ts";

type Props = {
  clientId: string | undefined;
  currency: string;
  disabled: boolean;
  onAdd: (line: DraftLine) => void;
};

/** Adds a line: an empty one, one of the client's retainers, a tier's price, or a discount. */
export function LineMenus({ clientId, currency, disabled, onAdd }: Props) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <Button variant="ghost" disabled={disabled} icon={<Plus aria-hidden="true" />} onClick={() => onAdd(emptyLine())}>
        Add a line
      </Button>
      <PriceMenu clientId={clientId} currency={currency} disabled={disabled} onAdd={onAdd} />
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" disabled={disabled} icon={<Percent aria-hidden="true" />}>
            Add a discount
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => onAdd(discountLine("percent"))}>Percentage</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onAdd(discountLine("amount"))}>Fixed amount</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {disabled && <p className="text-13 text-ink-3">An invoice has at most 200 lines.</p>}
    </div>
  );
}

/** The pricing table's amounts are in dollars. */
const TIER_CURRENCY = "usd";

function PriceMenu({ clientId = "", currency, disabled, onAdd }: Props) {
  const code = currency.trim().toLowerCase();
  const found = useQuery(clientRetainersQuery(clientId));
  const retainers = (found.data ?? []).filter((retainer) => retainer.currency === code);
  const prices = code === TIER_CURRENCY ? tiers : [];
  if (retainers.length + prices.length === 0) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" disabled={disabled}>
          Add a price
          <ChevronDown aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-h-80 w-72 overflow-y-auto">
        {retainers.length > 0 && <DropdownMenuLabel>Retainers of this client</DropdownMenuLabel>}
        {retainers.map(({ id, retainer_name, monthly_amount }) => (
          <Price key={id} name={retainer_name} cents={monthly_amount} currency={code} onAdd={onAdd} />
        ))}
        {retainers.length > 0 && prices.length > 0 && <DropdownMenuSeparator />}
        {prices.length > 0 && <DropdownMenuLabel>Price list</DropdownMenuLabel>}
        {prices.flatMap(({ id, name, price }) => [
          <Price key={id} name={`${name} Funnel: setup`} cents={price.setupCents} currency={code} onAdd={onAdd} />,
          <Price
            key={`${id} month`}
            name={`${name} Funnel: one month`}
            cents={price.monthlyCents}
            currency={code}
            onAdd={onAdd}
          />,
        ])}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type PriceProps = { name: string; cents: number; currency: string; onAdd: Props["onAdd"] };

function Price({ name, cents, currency, onAdd }: PriceProps) {
  return (
    <DropdownMenuItem onSelect={() => onAdd(pricedLine(name, cents, currency))}>
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <Money cents={cents} currency={currency} className="text-ink-3" />
    </DropdownMenuItem>
  );
}
