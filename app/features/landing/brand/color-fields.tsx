import { useState } from "react";
import { workspaceSlug } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { readColor } from "../../../../domain/accent.ts";
import { brandColors, brandNotes } from "../../../../domain/landing/brand-colors.ts";
import type { BrandForm, ColorName } from "./use-brand-form.ts";

type FieldText = { name: ColorName; label: string; hint: string };

const owner = () => (workspaceSlug ? "the account" : "your agency");

const accentField = (hasOwnColor: boolean): FieldText => ({
  name: "accent",
  label: "Buttons and links",
  hint: hasOwnColor
    ? `Leave empty to use ${owner()}'s color.`
    : `Leave empty for the standard orange, because ${owner()} has no color yet.`,
});

const FIELDS: readonly FieldText[] = [
  {
    name: "page",
    label: "Background",
    hint: "Leave empty for warm white. A dark color makes pages dark for everyone.",
  },
  { name: "ink", label: "Text", hint: "Leave empty for near black, or near white on a dark background." },
];

/** The colors, and in words which of them are shown in another shade, so that all text can be read. */
export function ColorFields({ form }: { form: BrandForm }) {
  const { light } = brandColors(form.brand);
  const shown: Record<ColorName, string> = { accent: light.accent, page: light.page, ink: light.ink };
  return (
    <>
      {[accentField(form.brand.account.accent !== null), ...FIELDS].map((field) => (
        <ColorField key={field.name} {...field} form={form} shown={shown[field.name]} />
      ))}
      <Notes form={form} />
    </>
  );
}

type Props = FieldText & { form: BrandForm; shown: string };

function ColorField({ name, label, hint, form, shown }: Props) {
  const { typed, set, problems, isChecked } = form;
  const value = typed[name] ?? "";
  const color = readColor(value);
  const [isLeft, setLeft] = useState(false);
  return (
    <Field label={label} hint={hint} error={isChecked || isLeft || color ? problems[name] : undefined}>
      <span className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}: choose a color`}
          value={color ?? full(shown)}
          onChange={({ target }) => set({ [name]: target.value })}
          className="size-9 shrink-0 cursor-pointer rounded-ctl border border-line-strong bg-surface p-1 disabled:cursor-default phone:size-11"
        />
        <span className="min-w-0 flex-1">
          <Input
            value={value}
            placeholder={full(shown)}
            maxLength={20}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => set({ [name]: target.value })}
            onFocus={() => setLeft(false)}
            onBlur={() => setLeft(true)}
          />
        </span>
        {value !== "" && (
          <Button variant="ghost" className="h-9 phone:h-11" onClick={() => set({ [name]: null })}>
            Clear<span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        )}
      </span>
    </Field>
  );
}

/** Color inputs know #rrggbb only. */
const full = (color: string) => (color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color);

function Notes({ form }: { form: BrandForm }) {
  const notes = brandNotes(form.brand);
  return (
    <div role="status" className="grid gap-1.5 empty:hidden">
      {notes.length === 0 ? (
        <p className="text-13 text-ink-2">All text is readable on light and dark backgrounds.</p>
      ) : (
        notes.map(({ text, shade }) => (
          <p key={text} className="flex items-start gap-2 text-13 text-ink-2">
            <span
              aria-hidden="true"
              style={{ background: shade }}
              className="mt-0.5 size-4 shrink-0 rounded-xs border border-line-strong"
            />
            <span className="min-w-0">
              {text} <span className="num text-ink-3">{shade}</span>
            </span>
          </p>
        ))
      )}
    </div>
  );
}
