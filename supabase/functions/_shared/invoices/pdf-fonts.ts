import { Font } from "@react-pdf/renderer";
import { SUBSETS, WEIGHTS } from "./pdf-font-files.ts";

const LONGEST_WORD = 32;
const CHUNKS = /.{1,16}/gsu;

let registered = "";

/** Registers the fonts with the renderer. They are loaded when a document first needs them. */
export function registerFonts(place: string): void {
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
