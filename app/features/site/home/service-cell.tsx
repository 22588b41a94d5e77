import type { Service } from "~/content/tiers.ts";
import { UpArrow } from "./up-arrow.tsx";

/** A service without a price of its own, below the stairs. */
export function ServiceCell({ service }: { service: Service }) {
  return (
    <article className="service-cell">
      <div>
        <h3>
          <a href={service.href}>{service.name}</a>
          <UpArrow />
        </h3>
        <p>{service.line}</p>
      </div>
      <p className="step-price">
        <span className="figure">{service.figure}</span>
        <span>{service.unit}</span>
      </p>
    </article>
  );
}
