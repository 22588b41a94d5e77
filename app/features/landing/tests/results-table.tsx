import { Chip } from "~/ui/chip.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import {
  relativeInterval,
  type TestGoal,
  type TestResults,
  type VariantResult,
} from "../../../../domain/landing/tests/results.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { FigureCell, FigureRow, NameCell } from "../lib/figure-table.tsx";
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
  onShowVersion: (version: number) => void;
};

/**
 * One row for each variant: its visitors, the goal, and the difference to the control. The goal's number opens the people behind it,
 * and the version opens the page as it was.
 */
export function ResultsTable({ results, goal, currency, isRunning, winner = null, onShowLeads, onShowVersion }: Props) {
  const control = results.variants[0];
  const shares = results.variants.flatMap(
    ({ interval }) => (interval && relativeInterval(interval, control?.mean ?? 0)) ?? [],
  );
  const reach = reachOf(shares.filter(({ high }) => Number.isFinite(high)));
  const mean = goal === "revenue" ? "Per visitor" : "Rate";
  return (
    <Table aria-label="Variants" cards>
      <TableHeader>
        <TableRow>
          <TableHead>Variant</TableHead>
          <TableHead numeric>Visitors</TableHead>
          <TableHead numeric>{GOALS[goal].column}</TableHead>
          {goal === "revenue" && <TableHead numeric>Revenue</TableHead>}
          <TableHead numeric>{mean}</TableHead>
          <TableHead className="min-w-40">Difference</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {results.variants.map((variant) => (
          <FigureRow key={variant.version}>
            <NameCell>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="wrap-anywhere font-medium">{variant.label}</span>
                {variant.version === winner && <Chip tone="ok">rolled out</Chip>}
              </span>
              <span className="font-normal text-ink-3 text-xs">
                <button
                  type="button"
                  aria-label={`View version ${variant.version}`}
                  className={`hit relative ${OPENS}`}
                  onClick={() => onShowVersion(variant.version)}
                >
                  Version {variant.version}
                </button>
                , {variant.weight}%{variant === control && (isRunning ? ", live" : ", was live")}
              </span>
            </NameCell>
            <FigureCell label="Visitors">{formatCount(variant.visitors)}</FigureCell>
            <FigureCell label={GOALS[goal].column}>
              <LeadsButton variant={variant} onShow={() => onShowLeads(variant)} />
            </FigureCell>
            {goal === "revenue" && (
              <FigureCell label="Revenue">{formatMoney({ amount: variant.revenueCents, currency })}</FigureCell>
            )}
            <FigureCell label={mean}>{meanText(variant, goal, currency)}</FigureCell>
            <TableCell hideOnPhone={variant === control} className="phone:col-span-full phone:even:text-left">
              <Difference variant={variant} control={control} reach={reach} />
            </TableCell>
          </FigureRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** A figure or a version that opens what is behind it. */
const OPENS = "cursor-pointer underline decoration-line-strong underline-offset-2 hover:decoration-current";

function LeadsButton({ variant, onShow }: { variant: VariantResult; onShow: () => void }) {
  if (variant.submissions === 0) return formatCount(variant.reached);
  return (
    <button type="button" className={`num ${OPENS}`} onClick={onShow}>
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
