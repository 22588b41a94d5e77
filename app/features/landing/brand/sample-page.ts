import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import type { LandingBrand } from "../../../../domain/landing/brand.ts";
import { features, formFields, templateBlock } from "../../../../domain/landing/template.ts";
import type { LoadedBrand } from "../lib/brand.ts";
import { renderDraft } from "../lib/render-draft.ts";

/** SAMPLE CONTENT: a short page with everything that a brand changes. */
const CONTENT = blocksToHtml(
  [
    templateBlock("hero", {
      eyebrow: "New patients welcome",
      heading: "A visit that starts on time.",
      text: "Book online in two minutes. See the price [before you decide](#form).",
      button: "Book a visit",
      href: "#form",
      note: "We reply within one working day.",
      picture: "none",
    }),
    templateBlock("features", {
      heading: "What to expect",
      items: features(
        ["A clear plan", "You know each step and its price."],
        ["One team", "The same people, every visit."],
        ["No waiting", "We text you if we run late."],
      ),
    }),
    templateBlock("form", { heading: "Ask a question", button: "Send", fields: formFields() }),
  ].map((block, place) => ({ ...block, id: `sample-${place}` })),
);

export type Scheme = "light" | "dark";

/** The sample page in a brand, as a light or a dark system shows it. Its scripts are left out: the frame would block them. */
export function samplePage(brand: LoadedBrand & LandingBrand, scheme: Scheme): string {
  const page = renderDraft(
    {
      slug: "sample",
      title: "Sample page",
      description: "",
      hide_title: true,
      content: CONTENT,
      blocks: null,
      theme: "brand",
      custom_css: "",
      custom_js: "",
    },
    { brand },
  );
  return page
    .replace(/<script\b[\s\S]*?<\/script>/gi, "")
    .replaceAll("@media (prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all")
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`);
}
