import { faqs } from "~/content/faq.ts";
import type { TierPageText } from "~/content/tier-pages/tier-page.ts";
import { tiers } from "~/content/tiers.ts";
import { formatDollars } from "../../../../domain/money.ts";
import { pageDescription } from "../seo/page-description.ts";
import { faqPage, service } from "../seo/structured-data.ts";

/**
 * The metadata of a tier page: its own description (spec §9 keeps its prices), a shared link's text and the service with the
 * prices of the pricing table, and its FAQ.
 */
export function describePage({ path, name, title, description, lead, faq }: TierPageText) {
  const price = tiers.find(({ href }) => href === path)?.price;
  const shareText = price && `${lead} ${dollars(price.setupCents)} setup + ${dollars(price.monthlyCents)}/month.`;
  return pageDescription({
    path,
    title,
    description,
    ...(shareText && { shareText }),
    about: [service({ name, path, description: lead, ...price }), faqPage(faqs[faq])],
  });
}

const dollars = (cents: number) => formatDollars(cents / 100);
