import { brand } from "~/content/brand.ts";

const { walls, wallWidth, dot } = brand.mark;

/** The brand's mark; the name beside it is the text. */
export function SiteMark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden="true">
      <path d={walls} stroke="currentColor" strokeWidth={wallWidth} />
      <circle cx={dot.x} cy={dot.y} r={dot.radius} fill="var(--accent)" />
    </svg>
  );
}
