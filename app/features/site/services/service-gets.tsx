import type { ServicePage } from "~/content/services/service-page.ts";
import { Section } from "../section.tsx";

/** What a client gets to see of the service, where, and how often. */
export function ServiceGets({ gets: { headline, items } }: { gets: ServicePage["gets"] }) {
  return (
    <Section labelledBy="service-gets">
      <table className="service-gets">
        <thead>
          <tr>
            <th scope="col">
              <h2 className="title-2" id="service-gets">
                {headline}
              </h2>
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
