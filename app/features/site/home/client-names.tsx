import { clsx } from "clsx";
import { clients } from "~/content/clients.ts";
import site from "../site.module.css";
import styles from "./client-names.module.css";

/** Client names: 8 of the 10, 3 on a phone. The site's script changes one every 3 seconds (spec §9). */
export function ClientNames() {
  return (
    <section className={styles.band} aria-label="Clients">
      <div className={clsx(site.wrap, styles.inside)}>
        <p>Calendars we fill</p>
        <ul data-carousel="">
          {clients.map(({ name, face }) => (
            <li key={name} className={styles[face]}>
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
