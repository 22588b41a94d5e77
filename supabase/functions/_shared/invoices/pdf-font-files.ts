/** Each file covers one script. The first family that has a character draws it. */
export const SUBSETS: readonly [family: string, file: string][] = [
  ["Funnel", "funnel-sans-latin"],
  ["Funnel Extended", "funnel-sans-latin-ext"],
  ["Latin", "noto-sans-latin"],
  ["Latin Extended", "noto-sans-latin-ext"],
  ["Vietnamese", "noto-sans-vietnamese"],
  ["Greek", "noto-sans-greek"],
  ["Greek Extended", "noto-sans-greek-ext"],
  ["Cyrillic", "noto-sans-cyrillic"],
  ["Cyrillic Extended", "noto-sans-cyrillic-ext"],
];
export const WEIGHTS = [400, 600] as const;

/** In order of preference. */
export const FAMILIES: string[] = SUBSETS.map(([family]) => family);

/** The font files that the build puts next to the pages. */
export const PDF_FONT_FILES: string[] = SUBSETS.flatMap(([, file]) =>
  WEIGHTS.map((weight) => `${file}-${weight}-normal.woff`),
);
