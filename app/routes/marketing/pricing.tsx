import { pricing } from "~/content/pricing-copy.ts";
import { pricingFaq } from "~/content/pricing-faq.ts";
import { services, tiers } from "~/content/tiers.ts";
import { ClosingCall } from "~/features/site/closing-call.tsx";
import { Faq } from "~/features/site/faq/faq.tsx";
import { FunnelRule } from "~/features/site/funnel-rule.tsx";
import { PageHero } from "~/features/site/page-hero.tsx";
import { BillLines } from "~/features/site/pricing/bill-lines.tsx";
import { Partnership } from "~/features/site/pricing/partnership.tsx";
import { PriceAxis } from "~/features/site/pricing/price-axis.tsx";
import { PriceTable } from "~/features/site/pricing/price-table.tsx";
import { TierComparison } from "~/features/site/pricing/tier-comparison.tsx";
import { pageDescription } from "~/features/site/seo/page-description.ts";
import { faqPage, service } from "~/features/site/seo/structured-data.ts";

/** All prices, as in the pricing table (spec §9). */
export function meta() {
  const { title, description, custom, partnership } = pricing;
  const about = [
    ...tiers.map(({ name, href, headline, price }) =>
      service({ name: `${name} Funnel`, path: href, description: headline, ...price }),
    ),
    service({ name: custom.name, path: "/contact", description: `${custom.price}. ${custom.includes}` }),
    service({ name: partnership.headline, path: "/pricing", description: partnership.text }),
    ...services.map(({ name, href, line, figure, unit }) =>
      service({ name, path: href, description: `${figure} ${unit}. ${line}` }),
    ),
    faqPage(pricingFaq),
  ];
  return pageDescription({ path: "/pricing", title, description, about });
}

export default function Pricing() {
  return (
    <>
      <PageHero headline={pricing.headline} lead={pricing.lead}>
        <PriceAxis />
      </PageHero>
      <PriceTable />
      <TierComparison />
      <Partnership />
      <BillLines />
      <FunnelRule />
      <Faq id="pricing-faq" headline={pricing.faqHeadline} items={pricingFaq} />
      <ClosingCall {...pricing.closing} />
    </>
  );
}
