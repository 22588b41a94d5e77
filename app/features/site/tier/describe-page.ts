import { faqs } from "~/content/faq.ts";
import type { TierPageText } from "~/content/tier-pages/tier-page.ts";
import { tiers } from "~/content/tiers.ts";
import { pageDescription } from "../seo/page-description.ts";
import { faqPage, service } from "../seo/structured-data.ts";

/** The metadata of a tier page: its own text, the service with the prices of the pricing table, and its FAQ. */
export function describePage({ path, name, title, description, lead, faq }: TierPageText) {
  const price = tiers.find(({ href }) => href === path)?.price;
  return pageDescription({
    path,
    title,
    description,
    about: [service({ name, path, description: lead, ...price }), faqPage(faqs[faq])],
  });
}
