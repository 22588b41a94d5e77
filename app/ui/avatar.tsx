import type { CSSProperties } from "react";
import { cn } from "./cn.ts";

type Props = {
  name: string;
  /** A square picture. The letters stay until it is loaded, and if it cannot be. */
  src?: string | null | undefined;
  size?: 20 | 24 | 32 | 40 | 64;
  /** In place of the color that follows from the name. */
  color?: Pick<CSSProperties, "background" | "color"> | null;
  className?: string;
};

const TEXT = { 20: "text-[9px]", 24: "text-[10px]", 32: "text-xs", 40: "text-[15px]", 64: "text-xl" };

/** A picture, or two letters on a color that is stable for each name. It is decorative, because the name is beside it. */
export function Avatar({ name, src, size = 24, color, className }: Props) {
  return (
    <span
      aria-hidden="true"
      style={{ "--hue": hueOf(name), width: size, height: size, ...color } as CSSProperties}
      className={cn(
        // The font's J has no space before it, so L and J would be one sign. The padding keeps the letters in the middle.
        "relative inline-grid shrink-0 select-none overflow-hidden place-items-center rounded-full font-semibold leading-none pl-[.06em] tracking-[.06em] forced:border",
        "bg-[light-dark(oklch(.915_.035_var(--hue)),oklch(.36_.05_var(--hue)))]",
        "text-[light-dark(oklch(.36_.07_var(--hue)),oklch(.9_.045_var(--hue)))]",
        TEXT[size],
        className,
      )}
    >
      {initialsOf(name)}
      {src && (
        <img
          key={src}
          src={src}
          alt=""
          width={size}
          height={size}
          draggable={false}
          onLoad={({ currentTarget }) => currentTarget.removeAttribute("data-loading")}
          data-loading=""
          className="absolute inset-0 size-full object-cover data-loading:opacity-0"
        />
      )}
    </span>
  );
}

/** 'Priscilla Nwosu' is PN, 'dana@example.com' is DA. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first = "", last = ""] = words.length > 1 ? [words[0], words.at(-1)] : [];
  const letters =
    first && last ? [...first].slice(0, 1).concat([...last].slice(0, 1)) : [...(words[0] ?? "?")].slice(0, 2);
  return letters.join("").toUpperCase();
}

/** Twelve hues, away from 40, which is the orange for actions. */
function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return 90 + (hash % 12) * 24;
}
