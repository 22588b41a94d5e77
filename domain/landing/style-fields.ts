import type { Block, BlockItem, PlainField } from "./block-types.ts";

type Option = { value: string; label: string };
export type Variants = readonly [today: Option, second: Option, third: Option];

export const variants = (
  ...[a, first, b, second, c, third]: [string, string, string, string, string, string]
): Variants => [
  { value: a, label: first },
  { value: b, label: second },
  { value: c, label: third },
];

/**
 * How a block looks and where it shows. The first option of each field is the default and adds nothing to the HTML, so
 * blocks that were stored without these fields keep their bytes.
 */
export const styleFields = (variants: Variants): PlainField[] => [
  {
    name: "variant",
    label: "Variant",
    kind: "choice",
    group: "style",
    options: variants,
    defaultValue: first(variants),
  },
  choice("background", "Background", "style", [
    { value: "plain", label: "Plain" },
    { value: "tint", label: "Tint" },
    { value: "ink", label: "Dark" },
    { value: "accent", label: "Color" },
  ]),
  choice("spacing", "Spacing", "style", [
    { value: "normal", label: "Normal" },
    { value: "tight", label: "Tight" },
    { value: "roomy", label: "Roomy" },
  ]),
  choice("align", "Alignment", "style", [
    { value: "left", label: "Left" },
    { value: "center", label: "Center" },
  ]),
  choice("shown", "Show on", "visibility", [
    { value: "all", label: "All screens" },
    { value: "phone", label: "Phones" },
    { value: "wide", label: "Wide screens" },
  ]),
];

const first = (options: readonly Option[]) => options[0]?.value ?? "";
const choice = (
  name: string,
  label: string,
  group: "style" | "visibility",
  options: readonly Option[],
): PlainField => ({ name, label, kind: "choice", group, options, defaultValue: first(options) });

const CLASSES: Record<string, Record<string, string>> = {
  background: { tint: "lp-on-tint", ink: "lp-on-ink", accent: "lp-on-accent" },
  spacing: { tight: "lp-tight", roomy: "lp-roomy" },
  align: { center: "lp-centered" },
  shown: { phone: "lp-phone-only", wide: "lp-wide-only" },
};

const own = (names: Record<string, string> | undefined, value: unknown) =>
  names && typeof value === "string" && Object.hasOwn(names, value) ? ` ${names[value]}` : "";

/** The classes of a block's style, each after a space. Empty for the defaults. */
export function styleClasses(block: Block, variants: Variants): string {
  const [, ...others] = variants;
  const variant = others.some(({ value }) => value === block.variant) ? ` lp-v-${block.type}-${block.variant}` : "";
  return (
    variant +
    Object.entries(CLASSES)
      .map(([name, names]) => own(names, block[name]))
      .join("")
  );
}

/** Whether a block is on every screen, so that its picture may load before everything else. */
export const isShownEverywhere = (block: Block | BlockItem): boolean =>
  block.shown !== "phone" && block.shown !== "wide";
