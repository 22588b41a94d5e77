import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import type { LandingBrand } from "../../../../domain/landing/brand.ts";
import { features, templateBlock } from "../../../../domain/landing/template.ts";
import type { LoadedBrand } from "../lib/brand.ts";
import { renderDraft } from "../lib/render-draft.ts";

/** SAMPLE CONTENT: a short page with what a brand changes. */
const CONTENT = blocksToHtml(
  [
    templateBlock("hero", {
      eyebrow: "New patients welcome",
      heading: "A visit that starts on time.",
      text: "Book online in two minutes. See the price [before you decide](#form).",
      button: "Book a visit",
      href: "#form",
      picture: "none",
    }),
    templateBlock("features", {
      items: features(
        ["A clear plan", "You know each step and its price."],
        ["One team", "The same people, every visit."],
        ["No waiting", "We text you if we run late."],
      ),
    }),
  ].map((block, place) => ({ ...block, id: `sample-${place}` })),
);

/** Less room between its parts than on a page. */
const CSS = `.lp-section.lp-section.lp-section{padding:1.75rem 0}
.lp-hero .lp-lead.lp-lead{max-width:none}
.lp-section.lp-hero .lp-button{margin-top:1.25rem}
.brand-foot>div{padding-block:1.25rem}
.lp-section.lp-hero h1{font-size:clamp(2.25rem,1.5rem + 2.2vw,3.1rem)}
.lp-section .lp-cards.lp-cards{margin-top:0}
.lp-section .lp-cards.lp-cards>li{padding:1.25rem 1.5rem}`;

export type Scheme = "light" | "dark";

/**
 * The sample page in a brand, as a light or a dark system shows it. It is only to look at, so it is inert, and its scripts are left
 * out, because the frame would block them.
 */
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
      custom_css: CSS,
      custom_js: "",
    },
    { brand },
  );
  return page
    .replace(/<script\b[\s\S]*?<\/script>/gi, "")
    .replace("<body>", "<body inert>")
    .replaceAll("@media (prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all")
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`);
}
