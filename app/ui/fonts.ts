import displayUrl from "@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2?url";
import sansUrl from "@fontsource-variable/funnel-sans/files/funnel-sans-latin-wght-normal.woff2?url";

/** The two fonts above the fold of every page. Geist Mono loads when a figure needs it. */
export const preloadedFonts: readonly string[] = [displayUrl, sansUrl];
