import { clsx } from "clsx";
import type { ServicePage } from "~/content/services/service-page.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./service-gets.module.css";

/** What a client gets to see of the service, where, and how often. */
export function ServiceDeliverables({ gets: { headline, items } }: { gets: ServicePage["gets"] }) {
  return (
    <Section labelledBy="service-gets">
      {/* A table's head may hold no heading: the one for readers' ears stands before it. */}
      <h2 className={site.visuallyHidden} id="service-gets">
        {headline}
      </h2>
      <table className={styles.gets}>
        <thead>
          <tr>
            <th className={clsx(site.title, styles.title)} scope="col">
              {headline}
            </th>
            <th scope="col">Where</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ what, where, when }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{where}</td>
              <td>{when}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
