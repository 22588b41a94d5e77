import type { BreadcrumbList, ContactPage, FAQPage, ListItem, Offer, Organization, Service } from "schema-dts";
import { brand } from "~/content/brand.ts";
import type { FaqItem } from "~/content/faq.ts";
import { SITE_URL } from "./site-url.ts";

/** Structured data in schema.org's terms. The compiler checks it against schema.org's types. */
export type JsonLd = Extract<Organization | Service | FAQPage | BreadcrumbList | ContactPage, object>;

const organizationId = `${SITE_URL}/#organization`;

/** The agency itself. Other pages refer to it by its ID. */
export function organization(): JsonLd {
  return {
    "@type": "Organization",
    "@id": organizationId,
    name: brand.name,
    legalName: brand.legalName,
    url: `${SITE_URL}/`,
    logo: `${SITE_URL}/icon-512.png`,
    description: brand.tagline,
    email: brand.email,
    contactPoint: { "@type": "ContactPoint", contactType: "sales", email: brand.email, availableLanguage: "en" },
  };
}

/** The agency's contact page. */
export function contactPoint(): JsonLd {
  return { "@type": "ContactPage", url: `${SITE_URL}/contact`, mainEntity: organization() };
}

type ServiceOffer = {
  name: string;
  path: string;
  description: string;
  /** In cents; absent without a fixed price. */
  setupCents?: number;
  monthlyCents?: number;
};

/** The service that a page sells, with the prices of the pricing table (spec §9). */
export function service({ name, path, description, setupCents, monthlyCents }: ServiceOffer): JsonLd {
  const offer = (label: string, cents: number, unitCode?: string): Offer => ({
    "@type": "Offer",
    name: label,
    url: `${SITE_URL}${path}`,
    priceCurrency: "USD",
    price: (cents / 100).toFixed(2),
    ...(unitCode
      ? {
          priceSpecification: {
            "@type": "UnitPriceSpecification",
            price: (cents / 100).toFixed(2),
            priceCurrency: "USD",
            unitCode,
          },
        }
      : {}),
  });
  const offers = [
    ...(setupCents === undefined ? [] : [offer("One-time setup", setupCents)]),
    ...(monthlyCents === undefined ? [] : [offer("Per month", monthlyCents, "MON")]),
  ];
  return {
    "@type": "Service",
    name,
    description,
    url: `${SITE_URL}${path}`,
    serviceType: "Booking and lead-capture system",
    provider: { "@id": organizationId, "@type": "Organization", name: brand.name },
    ...(offers.length > 0 ? { offers } : {}),
  };
}

export function faqPage(items: readonly FaqItem[]): JsonLd {
  return {
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** A page's position below the home page. */
export function breadcrumbs(path: string, title: string): JsonLd {
  const item = (position: number, name: string, address: string): ListItem => ({
    "@type": "ListItem",
    position,
    name,
    item: `${SITE_URL}${address}`,
  });
  return {
    "@type": "BreadcrumbList",
    itemListElement: [item(1, "Home", "/"), item(2, title.split(": ")[0] ?? title, path)],
  };
}
