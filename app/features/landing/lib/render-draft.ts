import { renderLandingPage } from "../../../../domain/landing/render.ts";
import { lastBrand } from "./brand.ts";
import { FONT_FILES } from "./font-files.ts";
import type { LandingDraft } from "./landing-draft.ts";

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
      fonts: FONT_FILES,
      brand,
      storage: brand?.storage ?? "",
    },
  );
}
