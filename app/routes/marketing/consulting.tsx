import { faqs } from "~/content/faq.ts";
import { consulting } from "~/content/tier-pages/consulting.ts";
import { ConsultingPage } from "~/features/site/consulting/consulting-page.tsx";
import { pageDescription } from "~/features/site/seo/page-description.ts";
import { faqPage, service } from "~/features/site/seo/structured-data.ts";

/** Consulting is priced by quote, so its service has no offer with a price. */
export function meta() {
  const { path, name, title, description, lead } = consulting;
  return pageDescription({
    path,
    title,
    description,
    about: [service({ name, path, description: lead }), faqPage(faqs.consulting)],
  });
}

export default function Consulting() {
  return <ConsultingPage />;
}
