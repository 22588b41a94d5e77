import { Chip } from "~/ui/chip.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import {
  relativeInterval,
  type TestGoal,
  type TestResults,
  type VariantResult,
} from "../../../../domain/landing/tests/results.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { formatCount } from "../lib/figures.ts";
import { differenceText, GOALS, meanText } from "./goals.ts";
import { IntervalChart, reachOf } from "./interval-chart.tsx";

type Props = {
  results: TestResults;
  goal: TestGoal;
  currency: string;
  /** Whether the first variant is still live. */
  isRunning: boolean;
  /** The version that was rolled out. */
  winner?: number | null;
  onShowLeads: (variant: VariantResult) => void;
};

/** One row for each variant: its visitors, the goal, and the difference to the control. The goal's number opens the people behind it. */
export function ResultsTable({ results, goal, currency, isRunning, winner = null, onShowLeads }: Props) {
  const control = results.variants[0];
  const shares = results.variants.flatMap(
    ({ interval }) => (interval && relativeInterval(interval, control?.mean ?? 0)) ?? [],
  );
  const reach = reachOf(shares.filter(({ high }) => Number.isFinite(high)));
  return (
    <Table aria-label="Variants">
      <TableHeader>
        <TableRow>
          <TableHead>Variant</TableHead>
          <TableHead numeric>Visitors</TableHead>
          <TableHead numeric>{GOALS[goal].column}</TableHead>
          {goal === "revenue" && <TableHead numeric>Revenue</TableHead>}
          <TableHead numeric>{goal === "revenue" ? "Per visitor" : "Rate"}</TableHead>
          <TableHead className="min-w-40 phone:hidden">Difference</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {results.variants.map((variant) => (
          <TableRow key={variant.version}>
            <TableCell className="min-w-36 align-top md:align-middle">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="wrap-anywhere font-medium">{variant.label}</span>
                {variant.version === winner && <Chip tone="ok">rolled out</Chip>}
              </span>
              <span className="text-ink-3 text-xs">
                Version {variant.version}, {variant.weight}%
                {variant === control && (isRunning ? ", live" : ", was live")}
              </span>
              {variant !== control && (
                <span className="mt-1 block md:hidden">
                  <Difference variant={variant} control={control} reach={reach} />
                </span>
              )}
            </TableCell>
            <TableCell numeric>{formatCount(variant.visitors)}</TableCell>
            <TableCell numeric>
              <LeadsButton variant={variant} onShow={() => onShowLeads(variant)} />
            </TableCell>
            {goal === "revenue" && (
              <TableCell numeric>{formatMoney({ amount: variant.revenueCents, currency })}</TableCell>
            )}
            <TableCell numeric>{meanText(variant, goal, currency)}</TableCell>
            <TableCell className="phone:hidden">
              <Difference variant={variant} control={control} reach={reach} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function LeadsButton({ variant, onShow }: { variant: VariantResult; onShow: () => void }) {
  if (variant.submissions === 0) return formatCount(variant.reached);
  return (
    <button
      type="button"
      className="num cursor-pointer underline decoration-line-strong underline-offset-2 hover:decoration-current"
      onClick={onShow}
    >
      {formatCount(variant.reached)}
      <span className="sr-only">: show the leads of {variant.label}</span>
    </button>
  );
}

type DifferenceProps = { variant: VariantResult; control: VariantResult | undefined; reach: number };

function Difference({ variant, control, reach }: DifferenceProps) {
  if (variant === control) return <span className="text-ink-3">Baseline</span>;
  const said = differenceText(variant, control?.mean ?? 0);
  const share = variant.interval && relativeInterval(variant.interval, control?.mean ?? 0);
  if (!said || !share) return <span className="text-ink-3 phone:hidden">–</span>;
  return (
    <span className="grid gap-0.5">
      <span className="num whitespace-nowrap">
        <span className="font-medium">{said.change}</span> <span className="text-ink-3 text-xs">({said.range})</span>
      </span>
      <IntervalChart interval={share} reach={reach} />
    </span>
  );
}
