/** One promised figure: the measured value in the unit of its target, and whether it meets the target. */
export type Measurement = { what: string; measured: string; target: string; kept: boolean | undefined; note?: string };

/** The value below which a share of the samples lies. */
export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A figure that must not exceed its target. */
export function atMost(what: string, value: number, target: number, unit: string, note?: string): Measurement {
  return {
    what,
    measured: `${round(value)} ${unit}`,
    target: `≤ ${target} ${unit}`,
    kept: value <= target,
    ...(note ? { note } : {}),
  };
}

/** A figure that must not be below its target. */
export function atLeast(what: string, value: number, target: number, unit: string, note?: string): Measurement {
  return {
    what,
    measured: `${round(value)} ${unit}`,
    target: `≥ ${target} ${unit}`,
    kept: value >= target,
    ...(note ? { note } : {}),
  };
}

/** A figure that this machine cannot measure, and why. */
export function notMeasured(what: string, target: string, why: string): Measurement {
  return { what, measured: "not measured", target, kept: undefined, note: why };
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** Prints all figures and their targets as one table. */
export function printTable(measurements: Measurement[]): void {
  const rows = measurements.map(({ what, measured, target, kept, note }) => [
    kept === undefined ? "–" : kept ? "kept" : "MISSED",
    what,
    measured,
    target,
    note ?? "",
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
