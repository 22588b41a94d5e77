/**
 * A font that landing pages can have. `ascent` and `descent` are percent of its size. `heading` and `text` say how wide its
 * letters are, in percent of Arial's: semibold beside Arial Bold, and regular beside Arial (measured in a browser with a text of
 * 280 characters). So a stand-in takes the same room, and nothing shifts when the font arrives.
 */
type Font = {
  name: string;
  weights: string;
  ascent: number;
  descent: number;
  heading: number;
  text: number;
};

/** The fonts by the names of their files. private.landing_fonts has the same. All are under the Open Font License. */
export const FONTS = {
  "funnel-display": {
    name: "Funnel Display",
    weights: "300 800",
    ascent: 100,
    descent: 25,
    heading: 100.1,
    text: 105.61,
  },
  "funnel-sans": { name: "Funnel Sans", weights: "300 800", ascent: 100, descent: 25, heading: 94.61, text: 100.67 },
  archivo: { name: "Archivo", weights: "100 900", ascent: 87.8, descent: 21, heading: 94.35, text: 97.86 },
  "bricolage-grotesque": {
    name: "Bricolage Grotesque",
    weights: "200 800",
    ascent: 93,
    descent: 27,
    heading: 100.64,
    text: 105.4,
  },
  "dm-sans": { name: "DM Sans", weights: "100 1000", ascent: 99.2, descent: 31, heading: 100.56, text: 104.08 },
  fraunces: { name: "Fraunces", weights: "100 900", ascent: 97.8, descent: 25.5, heading: 100.57, text: 104.72 },
  nunito: { name: "Nunito", weights: "200 1000", ascent: 101.1, descent: 35.3, heading: 95.5, text: 100.73 },
  "playfair-display": {
    name: "Playfair Display",
    weights: "400 900",
    ascent: 108.2,
    descent: 25.1,
    heading: 95.48,
    text: 101.19,
  },
  "source-sans-3": {
    name: "Source Sans 3",
    weights: "200 900",
    ascent: 102.4,
    descent: 40,
    heading: 89.48,
    text: 93.34,
  },
} as const satisfies Record<string, Font>;

export type FontName = keyof typeof FONTS;
/** The addresses of the fonts' files. A page uses system fonts instead of those without one. */
export type FontFiles = Partial<Record<FontName, string>>;
export type PageFonts = { heading: FontName; text: FontName };

export const FONT_NAMES = Object.keys(FONTS) as FontName[];
export const isFontName = (name: string): name is FontName => Object.hasOwn(FONTS, name);

/** The fonts of a page whose theme has none of its own. */
export const THEME_FONTS: PageFonts = { heading: "funnel-display", text: "funnel-sans" };

/** Fonts that go well together, as the brand offers them. */
export const FONT_PAIRS: readonly (PageFonts & { name: string; about: string })[] = [
  { name: "Clear", about: "Plain and modern", heading: "funnel-display", text: "funnel-sans" },
  { name: "Lively", about: "Bold with character", heading: "bricolage-grotesque", text: "dm-sans" },
  { name: "Elegant", about: "Fine and classic", heading: "playfair-display", text: "source-sans-3" },
  { name: "Warm", about: "Soft and personal", heading: "fraunces", text: "dm-sans" },
  { name: "Friendly", about: "Round and calm", heading: "nunito", text: "nunito" },
  { name: "Strong", about: "Tight and direct", heading: "archivo", text: "archivo" },
];

const percent = (value: number) => `${Number(value.toFixed(2))}%`;

function standIn(family: string, sources: readonly string[], size: number, { ascent, descent }: Font): string {
  const local = sources.map((source) => `local("${source}")`).join(",");
  const measures = `ascent-override:${percent((100 * ascent) / size)};descent-override:${percent((100 * descent) / size)}`;
  return `@font-face{font-family:"${family}";src:${local};size-adjust:${percent(size)};${measures};line-gap-override:0%}\n`;
}

const BOLD = ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Arimo Bold"];
const REGULAR = ["Arial", "ArialMT", "Liberation Sans", "Arimo"];

/** The fonts that a page loads. */
export const loadedFonts = (fonts: PageFonts, files: FontFiles): string[] =>
  [...new Set([fonts.heading, fonts.text])].flatMap((name) => files[name] ?? []);

/** A page's fonts with their stand-ins, and the families for its headings and for everything else. */
export function fontStyles(fonts: PageFonts, files: FontFiles): { faces: string; display: string; text: string } {
  const face = (name: FontName) =>
    files[name]
      ? `@font-face{font-family:"${FONTS[name].name}";src:url("${files[name]}") format("woff2");font-weight:${FONTS[name].weights};font-display:swap}\n`
      : "";
  const heading = FONTS[fonts.heading];
  const text = FONTS[fonts.text];
  const family = (name: FontName, other: string) =>
    files[name] ? `"${FONTS[name].name}","${other}",system-ui,sans-serif` : "system-ui,sans-serif";
  const isLoaded = loadedFonts(fonts, files).length > 0;
  return {
    faces: isLoaded
      ? standIn("Display Stand-in", BOLD, heading.heading, heading) +
        standIn("Text Stand-in", REGULAR, text.text, text) +
        [...new Set([fonts.heading, fonts.text])].map(face).join("")
      : "",
    display: family(fonts.heading, "Display Stand-in"),
    text: family(fonts.text, "Text Stand-in"),
  };
}
