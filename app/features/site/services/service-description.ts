import type { ServicePage } from "~/content/services/service-page.ts";
import { pageDescription } from "../seo/page-description.ts";
import { faqPage, service } from "../seo/structured-data.ts";

/** The metadata of a service page. The service has no price, because the funnels that include it do. */
export function serviceDescription({ path, name, title, description, faq }: ServicePage) {
  return pageDescription({ path, title, description, about: [service({ name, path, description }), faqPage(faq)] });
}
