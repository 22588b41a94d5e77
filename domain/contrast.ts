/** Red, green and blue, from 0 to 1 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The relative luminance of a color (WCAG 2). */
export function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map(toLinear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two luminances, from 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

export const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
