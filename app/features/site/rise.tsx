const LINES = 21;
const WIDTH = 620;
const HEIGHT = 760;

/** The motif at full size: hairlines leave a neck and splay upward, one of them orange: the lead. Decoration only. */
export function Rise({ className }: { className?: string }) {
  const middle = (LINES - 1) / 2;
  return (
    <svg className={`rise ${className ?? ""}`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {Array.from({ length: LINES }, (_, index) => {
        const side = (index - middle) / middle;
        const neck = WIDTH / 2 + side * 20;
        // Lines stand closer towards the middle, as they would in a funnel seen from the side.
        const top = WIDTH / 2 + Math.sign(side) * Math.abs(side) ** 0.82 * (WIDTH / 2);
        const d = `M${neck.toFixed(1)} ${HEIGHT}C${neck.toFixed(1)} ${HEIGHT * 0.42} ${top.toFixed(1)} ${HEIGHT * 0.5} ${top.toFixed(1)} 0`;
        return <path key={d} d={d} className={index === 13 ? "hot" : undefined} strokeOpacity={0.17 - Math.abs(side) * 0.07} />;
      })}
    </svg>
  );
}
