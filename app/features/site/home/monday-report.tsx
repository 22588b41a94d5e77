import { home } from "~/content/home-copy.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import { FollowUpView } from "./follow-up-view.tsx";
import styles from "./monday-report.module.css";
import { ReportView } from "./report-view.tsx";

/** What a client has after a week: the report and the follow-up, as they look in the product. */
export function MondayReport() {
  return (
    <Section labelledBy="report-title" tone="band">
      <SectionHead id="report-title" headline={home.report.headline}>
        <p className={site.body}>{home.report.text}</p>
      </SectionHead>
      <div className={styles.plates}>
        <figure>
          <ReportView />
          <figcaption>
            <b>A report that ends in a decision</b>
            Leads, booked, showed, won, and what each booked call cost, by ad. One page, every Monday.
          </figcaption>
        </figure>
        <figure>
          <FollowUpView />
          <figcaption>
            <b>Follow-up that knows when to stop</b>
            Five touches over six days. The first reply ends it and hands you the thread.
          </figcaption>
        </figure>
      </div>
    </Section>
  );
}
