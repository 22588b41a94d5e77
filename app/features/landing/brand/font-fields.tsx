import { useEffect, useId } from "react";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { CORNERS, type Corner } from "../../../../domain/landing/brand.ts";
import { FONT_NAMES, FONT_PAIRS, FONTS, type FontName } from "../../../../domain/landing/fonts.ts";
import { FONT_FILES } from "../lib/font-files.ts";
import type { BrandForm } from "./use-brand-form.ts";

const CORNER_LABELS: Record<Corner, string> = { sharp: "Sharp", soft: "Soft", round: "Round" };

/** Pairs of fonts as they look, each font on its own for those who want that, and the corners. */
export function FontFields({ form: { typed, set } }: { form: BrandForm }) {
  const name = useId();
  useSampleFonts();
  return (
    <>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-1.5 font-medium text-13">Fonts</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2">
          {FONT_PAIRS.map((pair) => (
            <label key={pair.name} className={PAIR}>
              <input
                type="radio"
                name={name}
                checked={typed.heading_font === pair.heading && typed.text_font === pair.text}
                onChange={() => set({ heading_font: pair.heading, text_font: pair.text })}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-card opacity-0"
              />
              <span
                className="truncate font-semibold text-lg leading-tight"
                style={{ fontFamily: sampleOf(pair.heading) }}
              >
                {pair.name}
              </span>
              <span className="truncate text-13 text-ink-2" style={{ fontFamily: sampleOf(pair.text) }}>
                {pair.about}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        <FontSelect label="Headings" value={typed.heading_font} onChange={(font) => set({ heading_font: font })} />
        <FontSelect label="Text" value={typed.text_font} onChange={(font) => set({ text_font: font })} />
      </div>
      <div className="grid gap-1.5">
        <p aria-hidden="true" className="font-medium text-13">
          Corners
        </p>
        <SegmentedControl
          legend="Corners"
          options={CORNERS.map((value) => ({ value, label: CORNER_LABELS[value] }))}
          value={CORNERS.find((corner) => corner === typed.corner) ?? "soft"}
          onChange={(corner) => set({ corner })}
        />
      </div>
    </>
  );
}

const PAIR = cn(
  "relative grid cursor-pointer gap-0.5 rounded-card border border-line-strong bg-surface px-3 py-2.5",
  "hover:border-ink-3 has-checked:border-accent has-checked:shadow-[inset_0_0_0_.5px_var(--accent)]",
  "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
  "has-disabled:cursor-not-allowed has-disabled:bg-mute-bg forced:has-checked:border-[Highlight]",
);

type SelectProps = { label: string; value: string; onChange: (font: FontName) => void };

function FontSelect({ label, value, onChange }: SelectProps) {
  return (
    <Field label={label}>
      <NativeSelect value={value} onChange={({ target }) => onChange(target.value as FontName)}>
        {FONT_NAMES.map((name) => (
          <option key={name} value={name}>
            {FONTS[name].name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

const sampleOf = (font: FontName) => `"Sample ${FONTS[font].name}", system-ui, sans-serif`;

/** Loads the fonts of the pairs while the list is on the screen. Without one, its name is in the fallback. */
function useSampleFonts(): void {
  useEffect(() => {
    const names = new Set(FONT_PAIRS.flatMap(({ heading, text }) => [heading, text]));
    const faces = [...names].map(
      (name) =>
        new FontFace(`Sample ${FONTS[name].name}`, `url("${FONT_FILES[name]}")`, { weight: FONTS[name].weights }),
    );
    for (const face of faces) {
      document.fonts.add(face);
      face.load().catch(() => undefined);
    }
    return () => {
      for (const face of faces) document.fonts.delete(face);
    };
  }, []);
}
