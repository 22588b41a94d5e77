import { Font } from "@react-pdf/renderer";
import { FAMILIES, SUBSETS, WEIGHTS } from "./pdf-font-files.ts";

const LONGEST_WORD = 32;
const CHUNKS = /.{1,16}/gsu;

let registered = "";

/** Loads the fonts for the renderer, once, and returns whether one of them draws a character. */
export async function loadFonts(place: string): Promise<Draws> {
  registerFonts(place);
  const loaded = await Promise.all(
    FAMILIES.map(async (fontFamily) => {
      await Font.load({ fontFamily });
      // Its type says less than it is.
      return Font.getFont({ fontFamily })?.data as unknown as { hasGlyphForCodePoint: Draws } | undefined;
    }),
  );
  return (codePoint) => loaded.some((font) => font?.hasGlyphForCodePoint(codePoint));
}

type Draws = (codePoint: number) => boolean;

function registerFonts(place: string): void {
  if (registered === place) return;
  registered = place;
  for (const [family, file] of SUBSETS)
    Font.register({
      family,
      fonts: WEIGHTS.map((fontWeight) => ({ src: `${place}/${file}-${fontWeight}-normal.woff`, fontWeight })),
    });
  // Numbers, names and addresses must not be hyphenated. A word that is wider than a column breaks somewhere.
  Font.registerHyphenationCallback((word) => (word.length <= LONGEST_WORD ? [word] : (word.match(CHUNKS) ?? [word])));
}
