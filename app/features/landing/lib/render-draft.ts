import { preloadedFonts } from "~/ui/fonts.ts";
import { renderLandingPage } from "../../../../domain/landing/render.ts";
import type { LandingDraft } from "./landing-draft.ts";

/** Renders a draft with the renderer of the served pages. Its forms send nothing. */
export function renderDraft(draft: LandingDraft): string {
  const [display, text] = preloadedFonts;
  return renderLandingPage(
    { ...draft, id: "", version: 0 },
    {
      address: `${location.origin}/landing/${draft.slug}`,
      formAction: "#",
      preview: true,
      fonts: display && text ? { display, text } : undefined,
    },
  );
}
