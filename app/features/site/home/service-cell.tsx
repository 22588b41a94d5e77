import { clsx } from "clsx";
import type { Service } from "~/content/tiers.ts";
import site from "../site.module.css";
import offer from "./offer.module.css";
import styles from "./service-cell.module.css";
import { UpArrow } from "./up-arrow.tsx";

/** A service without a price of its own, below the stairs. */
export function ServiceCell({ service }: { service: Service }) {
  return (
    <article className={clsx(offer.offer, styles.cell)}>
      <div>
        <h3>
          <a href={service.href}>{service.name}</a>
          <UpArrow />
        </h3>
        <p className={styles.line}>{service.line}</p>
      </div>
      <p className={clsx(offer.price, styles.price)}>
        <span className={clsx(site.figure, offer.figure)}>{service.figure}</span>
        <span>{service.unit}</span>
      </p>
    </article>
  );
}
