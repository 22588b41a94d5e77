import { consultingFaq, generalFaq } from "./faq-general.ts";
import type { FaqItem } from "./faq-item.ts";
import { baseFaq, enterpriseFaq, launchFaq, legacyFaq, proFaq } from "./faq-tiers.ts";

export type { FaqItem };

/** Spec §3: static FAQ items, grouped by general, legacy, launch, base, pro, enterprise, consulting. */
export type FaqGroup = "general" | "legacy" | "launch" | "base" | "pro" | "enterprise" | "consulting";

/** All static FAQs of the site, by group. */
export const faqs: Record<FaqGroup, readonly FaqItem[]> = {
  general: generalFaq,
  legacy: legacyFaq,
  launch: launchFaq,
  base: baseFaq,
  pro: proFaq,
  enterprise: enterpriseFaq,
  consulting: consultingFaq,
};
