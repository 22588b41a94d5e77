import type { ServicePage } from "~/content/services/service-page.ts";
import { pageDescription } from "../seo/page-description.ts";
import { faqPage, service } from "../seo/structured-data.ts";

/** The metadata of a service page; its service has no price of its own, the funnels that carry it do. */
export function serviceDescription({ path, name, title, description, faq }: ServicePage) {
  return pageDescription({ path, title, description, about: [service({ name, path, description }), faqPage(faq)] });
}
