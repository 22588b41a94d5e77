import { preloadedFonts } from "~/ui/fonts.ts";
import { renderLandingPage } from "../../../../domain/landing/render.ts";
import type { LandingDraft } from "./landing-draft.ts";

/** Renders a draft with the renderer of the served pages. Its forms send nothing. `isEdited`: its blocks come and go. */
export function renderDraft(draft: LandingDraft, { isEdited = false } = {}): string {
  const [display, text] = preloadedFonts;
  return renderLandingPage(
    { ...draft, id: "", version: 0 },
    {
      address: `${location.origin}/landing/${draft.slug}`,
      formAction: "#",
      preview: true,
      isEdited,
      fonts: display && text ? { display, text } : undefined,
    },
  );
}
