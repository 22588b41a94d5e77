import { clsx } from "clsx";
import styles from "./rise.module.css";

type Props = { className?: string | undefined; width: number; height: number; lines: number; hot: number };

/** The distance of the lines at the neck, and how the gaps widen toward the walls. */
const NECK_GAP = 2;
const SPLAY = 1.15;

/**
 * The logo's funnel, drawn large: lines start at a neck at the bottom and open upward. Line `hot` is the lead. It must start at a
 * visible element, such as a phone's edge or the footer's line.
 */
export function Rise({ className, width, height, lines, hot }: Props) {
  const half = (lines - 1) / 2;
  const line = (index: number) => {
    const side = index - half;
    const neck = round(width / 2 + NECK_GAP * side);
    const top = round(width / 2 + Math.sign(side) * (width / 2) * (Math.abs(side) / half) ** SPLAY);
    return `M${neck} ${height}C${neck} ${round(height * 0.42)} ${top} ${height / 2} ${top} 0`;
  };
  const all = Array.from({ length: lines }, (_, index) => index);
  return (
    <svg
      className={clsx(styles.rise, className)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        d={all
          .filter((index) => index !== hot)
          .map(line)
          .join("")}
      />
      <path className={styles.hot} d={line(hot)} />
    </svg>
  );
}

/** The funnel on the right of a closing call, at the full height of its band. */
export function ClosingRise() {
  return <Rise className={styles.closing} width={760} height={620} lines={23} hot={15} />;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
