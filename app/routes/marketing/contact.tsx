import { contactPage } from "~/content/contact-copy.ts";
import { ApplicationSection } from "~/features/site/application/application-section.tsx";
import { ContactHero } from "~/features/site/contact/contact-hero.tsx";
import { MessageSection } from "~/features/site/contact/message-section.tsx";
import { readFormState } from "~/features/site/forms/form-state.ts";
import { FunnelRule } from "~/features/site/funnel-rule.tsx";
import { pageDescription } from "~/features/site/seo/page-description.ts";
import { contactPoint } from "~/features/site/seo/structured-data.ts";
import type { Route } from "./+types/contact.ts";

export function meta() {
  const { title, description } = contactPage;
  return pageDescription({ path: "/contact", title, description, about: [contactPoint()] });
}

/** Prerendered without a state. Rendered again when a form without scripts returns with errors. */
export function loader({ request }: Route.LoaderArgs) {
  return readFormState(request);
}

/** Spec §2: the contact form, and the application form below it. */
export default function Contact({ loaderData: state }: Route.ComponentProps) {
  return (
    <>
      <ContactHero />
      <MessageSection state={state} />
      <FunnelRule />
      <ApplicationSection state={state} />
    </>
  );
}
