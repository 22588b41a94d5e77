import type { PointerEvent } from "react";

type Props = { src: string; x: number; y: number; onChange: (x: number, y: number) => void };

/** The point of a picture that stays visible when the page cuts it: a click in the picture, or two sliders. */
export function FocusField({ src, x, y, onChange }: Props) {
  const place = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const share = (at: number) => Math.round(Math.min(Math.max(at, 0), 1) * 100);
    onChange(share((clientX - left) / width), share((clientY - top) / height));
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-13">Focus</legend>
      <p className="text-ink-3 text-xs">
        This point stays visible where a page crops the picture. Click it, or use the sliders.
      </p>
      <div
        role="presentation"
        onPointerDown={place}
        className="relative w-fit max-w-full cursor-crosshair justify-self-center overflow-hidden rounded-ctl border border-line bg-sunken"
      >
        <img src={src} alt="" draggable={false} className="block max-h-56 max-w-full select-none" />
        <span
          aria-hidden="true"
          style={{ left: `${x}%`, top: `${y}%` }}
          className="-translate-x-1/2 -translate-y-1/2 pointer-events-none absolute size-5 rounded-full border-2 border-white shadow-[0_0_0_2px_#000]"
        />
      </div>
      <Slider label="From the left" value={x} onChange={(next) => onChange(next, y)} />
      <Slider label="From the top" value={y} onChange={(next) => onChange(x, next)} />
    </fieldset>
  );
}

type SliderProps = { label: string; value: number; onChange: (value: number) => void };

function Slider({ label, value, onChange }: SliderProps) {
  return (
    <label className="flex min-h-8 items-center gap-3 text-13 phone:min-h-11">
      <span className="w-24 shrink-0">{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={value}
        aria-valuetext={`${value} percent`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-w-0 flex-1 accent-(--ink)"
      />
      <span className="num w-10 text-right text-ink-3">{value}%</span>
    </label>
  );
}
