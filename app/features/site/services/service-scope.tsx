import type { ServicePage } from "~/content/services/service-page.ts";
import { Section } from "../section.tsx";

/** What the service is, and what it is not. */
export function ServiceScope({ page: { name, what } }: { page: ServicePage }) {
  return (
    <Section labelledBy="service-what">
      <div className="service-split">
        <div>
          <h2 className="title-2" id="service-what">
            {what.headline}
          </h2>
        </div>
        <div className="service-prose">
          {what.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="service-not">
            <b>What {name} is not.</b> {what.not}
          </p>
        </div>
      </div>
    </Section>
  );
}
