import { ActionLink } from "../action-link.tsx";
import { Section } from "../section.tsx";

/** Where somebody applies; pages link to it as #application. */
export function ApplicationSection() {
  return (
    <Section id="application" labelledBy="application-title">
      <h2 className="title-2" id="application-title">
        Start your application
      </h2>
      <p className="body">Tell us what you sell and how many clients you want a month. We answer within 24 hours.</p>
      <p className="actions">
        <ActionLink href="/contact" weight="outlined">
          Write to us
        </ActionLink>
      </p>
    </Section>
  );
}
