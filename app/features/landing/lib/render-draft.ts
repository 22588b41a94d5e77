import { renderLandingPage } from "../../../../domain/landing/render.ts";
import { lastBrand } from "./brand.ts";
import { FONT_FILES } from "./font-files.ts";
import type { LandingDraft } from "./landing-draft.ts";

/**
 * The frames of drafts have an origin of their own. With addresses of their own, too, the browser keeps their fonts apart from the
 * portal's, which it would otherwise load twice and call unused.
 */
const FRAME_FONTS = Object.fromEntries(Object.entries(FONT_FILES).map(([name, file]) => [name, `${file}?frame`]));

/**
 * Renders a draft with the renderer of the served pages, in the brand that the editor loaded. Its forms send nothing. `isEdited`:
 * its blocks come and go.
 */
export function renderDraft(draft: LandingDraft, { isEdited = false, brand = lastBrand() } = {}): string {
  return renderLandingPage(
    { ...draft, id: "", version: 0 },
    {
      address: `${location.origin}/landing/${draft.slug}`,
      formAction: "#",
      preview: true,
      isEdited,
      fonts: FRAME_FONTS,
      brand,
      storage: brand?.storage ?? "",
    },
  );
}
