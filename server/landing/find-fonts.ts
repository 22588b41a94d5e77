import { FONT_NAMES, type FontFiles } from "../../domain/landing/fonts.ts";
import type { StaticFiles } from "../pages/static-files.ts";

const found = new WeakMap<StaticFiles, FontFiles>();

/** The fonts of landing pages, with their file names from the build. */
export function findFonts(files: StaticFiles): FontFiles {
  const known = found.get(files);
  if (known) return known;
  const paths = [...files.keys()].filter((path) => path.startsWith("/assets/") && path.endsWith(".woff2"));
  const fonts: FontFiles = {};
  for (const name of FONT_NAMES) {
    const path = paths.find((each) => each.startsWith(`/assets/${name}-latin-wght-normal`));
    if (path) fonts[name] = path;
  }
  found.set(files, fonts);
  return fonts;
}
