import archivo from "@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url";
import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import dmSans from "@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import funnelDisplay from "@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2?url";
import funnelSans from "@fontsource-variable/funnel-sans/files/funnel-sans-latin-wght-normal.woff2?url";
import nunito from "@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url";
import playfair from "@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url";
import sourceSans from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url";
import type { FontName } from "../../../../domain/landing/fonts.ts";

/** The fonts of landing pages. The build puts them where the host finds them (server/landing/find-fonts.ts). */
export const FONT_FILES: Record<FontName, string> = {
  archivo,
  "bricolage-grotesque": bricolage,
  "dm-sans": dmSans,
  fraunces,
  "funnel-display": funnelDisplay,
  "funnel-sans": funnelSans,
  nunito,
  "playfair-display": playfair,
  "source-sans-3": sourceSans,
};
