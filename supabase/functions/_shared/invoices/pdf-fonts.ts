import { Font } from "@react-pdf/renderer";
import { SUBSETS, WEIGHTS } from "./pdf-font-files.ts";

let registered = "";

/** Makes the fonts known to the renderer; they are read when a paper first needs them. */
export function registerFonts(place: string): void {
  if (registered === place) return;
  registered = place;
  for (const [family, file] of SUBSETS)
    Font.register({
      family,
      fonts: WEIGHTS.map((fontWeight) => ({ src: `${place}/${file}-${fontWeight}-normal.woff`, fontWeight })),
    });
  // Numbers, names and addresses are not to be broken at a hyphen that nobody wrote.
  Font.registerHyphenationCallback((word) => [word]);
}
