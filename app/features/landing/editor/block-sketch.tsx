import type { ReactNode } from "react";
import { cn } from "~/ui/cn.ts";

type Props = { type: string; className?: string };

/** A small drawing of what a kind of block looks like. */
export function BlockSketch({ type, className }: Props) {
  return (
    <svg
      viewBox="0 0 120 76"
      aria-hidden="true"
      className={cn("block rounded-sm border border-line bg-surface", className)}
      preserveAspectRatio="xMidYMid slice"
    >
      {SKETCHES[type] ?? SKETCHES.text}
    </svg>
  );
}

const INK = "var(--ink-2)";
const SOFT = "var(--line-strong)";
const FAINT = "var(--mute-bg)";
const ACCENT = "var(--accent)";

type Rect = { x: number; y: number; w: number; h?: number; r?: number; fill?: string };
const bar = ({ x, y, w, h = 3, r = 1.5, fill = SOFT }: Rect, key?: string | number) => (
  <rect key={key} x={x} y={y} width={w} height={h} rx={r} fill={fill} />
);
const heading = (x: number, y: number, w: number) => bar({ x, y, w, h: 5, r: 2, fill: INK });
const button = (x: number, y: number, w = 24) => bar({ x, y, w, h: 8, r: 3, fill: ACCENT });
const lines = (x: number, y: number, widths: readonly number[], gap = 6) =>
  widths.map((w, place) => bar({ x, y: y + place * gap, w }, place));
const box = (x: number, y: number, w: number, h: number, fill = FAINT) => bar({ x, y, w, h, r: 4, fill });
const at = (places: readonly number[], draw: (x: number) => ReactNode) => places.map((x) => <g key={x}>{draw(x)}</g>);
/** Mountains and a sun, for a picture. */
const photo = (x: number, y: number, w: number, h: number) => (
  <>
    {box(x, y, w, h)}
    <circle cx={x + w * 0.72} cy={y + h * 0.3} r={Math.min(w, h) * 0.1} fill={ACCENT} />
    <path
      d={`M${x + w * 0.1} ${y + h * 0.85} L${x + w * 0.38} ${y + h * 0.4} L${x + w * 0.58} ${y + h * 0.68} L${x + w * 0.7} ${y + h * 0.55} L${x + w * 0.92} ${y + h * 0.85} Z`}
      fill={SOFT}
    />
  </>
);

const THIRDS = [10, 45, 80];

const SKETCHES: Record<string, ReactNode> = {
  hero: (
    <>
      {heading(12, 18, 46)}
      {heading(12, 26, 36)}
      {lines(12, 37, [42, 34])}
      {button(12, 52)}
      {photo(70, 14, 40, 48)}
    </>
  ),
  text: (
    <>
      {heading(12, 16, 34)}
      {lines(12, 30, [96, 92, 96, 60])}
    </>
  ),
  picture: photo(10, 10, 100, 56),
  gallery: (
    <>
      {photo(8, 9, 50, 58)}
      {photo(62, 9, 50, 27)}
      {box(62, 40, 23, 27)}
      {box(89, 40, 23, 27)}
    </>
  ),
  features: (
    <>
      {heading(38, 10, 44)}
      {at(THIRDS, (x) => (
        <>
          {box(x - 2, 24, 34, 42)}
          <circle cx={x + 6} cy={34} r={4} fill={ACCENT} />
          {lines(x + 2, 44, [26, 22, 18])}
        </>
      ))}
    </>
  ),
  columns: at([10, 64], (x) => (
    <>
      {heading(x, 16, 30)}
      {lines(x, 28, [46, 42, 46, 40, 28])}
    </>
  )),
  steps: (
    <>
      <path d="M22 28H98" stroke={SOFT} strokeWidth={2} />
      {at([22, 60, 98], (x) => (
        <>
          <circle cx={x} cy={28} r={8} fill={x === 22 ? ACCENT : SOFT} />
          {lines(x - 13, 44, [26, 22, 16])}
        </>
      ))}
    </>
  ),
  reviews: (
    <>
      <path
        d="M14 26c0-8 4-12 10-12v4c-3 0-5 2-5 5h5v9H14zM30 26c0-8 4-12 10-12v4c-3 0-5 2-5 5h5v9H30z"
        fill={ACCENT}
      />
      {heading(14, 40, 90)}
      {heading(14, 48, 62)}
      {lines(14, 60, [28])}
    </>
  ),
  logos: (
    <>
      {lines(42, 16, [36])}
      {[10, 38, 66, 94].map((x) => (
        <g key={x}>{bar({ x, y: 34, w: 16, h: 16, r: x % 3 === 1 ? 8 : 4 })}</g>
      ))}
    </>
  ),
  pricing: at(THIRDS, (x) => (
    <>
      <rect
        x={x - 2}
        y={12}
        width={34}
        height={54}
        rx={4}
        fill={FAINT}
        stroke={x === 45 ? ACCENT : "none"}
        strokeWidth={2}
      />
      {heading(x + 3, 19, 16)}
      {lines(x + 3, 31, [22, 24, 18])}
      {bar({ x: x + 3, y: 53, w: 24, h: 7, r: 3, fill: x === 45 ? ACCENT : SOFT })}
    </>
  )),
  comparison: (
    <>
      {box(46, 8, 30, 60)}
      {[18, 32, 46, 60].map((y) => (
        <g key={y}>
          {lines(10, y, [28])}
          <path d={`M56 ${y} l4 4 l7 -8`} fill="none" stroke={ACCENT} strokeWidth={2.5} strokeLinecap="round" />
          {lines(90, y, [14])}
        </g>
      ))}
    </>
  ),
  faq: (
    <>
      {heading(12, 12, 40)}
      {[28, 42, 56].map((y) => (
        <g key={y}>
          {lines(12, y, [y === 42 ? 52 : 66])}
          <path d={`M100 ${y - 1} l4 4 l4 -4`} fill="none" stroke={INK} strokeWidth={2} strokeLinecap="round" />
          <path d={`M12 ${y + 9}H108`} stroke={FAINT} strokeWidth={1.5} />
        </g>
      ))}
    </>
  ),
  team: at(THIRDS, (x) => (
    <>
      <circle cx={x + 15} cy={28} r={13} fill={FAINT} />
      <circle cx={x + 15} cy={25} r={5} fill={SOFT} />
      <path d={`M${x + 6} 37a9 9 0 0 1 18 0`} fill={SOFT} />
      {bar({ x: x + 3, y: 48, w: 24, h: 4, fill: INK })}
      {lines(x + 6, 57, [18])}
    </>
  )),
  video: (
    <>
      {box(10, 10, 100, 56)}
      <circle cx={60} cy={38} r={13} fill={ACCENT} />
      <path d="M56 31.5v13l11 -6.5z" fill="var(--on-accent)" />
    </>
  ),
  countdown: (
    <>
      {heading(36, 14, 48)}
      {[14, 40, 66, 92].map((x) => (
        <g key={x}>
          {box(x - 3, 28, 20, 22)}
          {bar({ x: x + 2, y: 35, w: 10, h: 8, r: 2, fill: INK })}
          {lines(x, 57, [14])}
        </g>
      ))}
    </>
  ),
  form: (
    <>
      {heading(12, 14, 36)}
      {lines(12, 26, [40, 32])}
      {at([62], (x) => (
        <>
          {[12, 28, 44].map((y) => (
            <rect key={y} x={x} y={y} width={46} height={11} rx={3} fill="none" stroke={SOFT} strokeWidth={1.5} />
          ))}
          {button(x, 59, 26)}
        </>
      ))}
    </>
  ),
  booking: (
    <>
      <rect x={32} y={10} width={56} height={56} rx={5} fill={FAINT} />
      {bar({ x: 32, y: 10, w: 56, h: 12, r: 5, fill: SOFT })}
      {[28, 40, 52].flatMap((y) =>
        [38, 50, 62, 74].map((x) => (
          <rect key={`${x}-${y}`} x={x} y={y} width={8} height={8} rx={2} fill={x === 62 && y === 40 ? ACCENT : SOFT} />
        )),
      )}
    </>
  ),
  map: (
    <>
      {box(10, 10, 100, 56)}
      <path d="M10 50L50 30L80 44L110 22M40 10L62 66" fill="none" stroke={SOFT} strokeWidth={4} />
      <path d="M60 48c-8 -9 -11 -13 -11 -18a11 11 0 0 1 22 0c0 5 -3 9 -11 18z" fill={ACCENT} />
      <circle cx={60} cy={30} r={4} fill="var(--on-accent)" />
    </>
  ),
  footer: (
    <>
      {box(0, 40, 120, 36)}
      {heading(12, 50, 22)}
      {lines(52, 50, [20, 16])}
      {lines(86, 50, [20, 16])}
      {lines(12, 66, [40])}
      {lines(12, 14, [70, 50])}
    </>
  ),
  html: (
    <path
      d="M44 24L28 38L44 52M76 24L92 38L76 52M66 18L54 58"
      fill="none"
      stroke={INK}
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
};
