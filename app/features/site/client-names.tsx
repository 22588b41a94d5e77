import "./client-names.css";
import { clientNames } from "~/content/clients.ts";

/**
 * The line of client names (spec §2): 3 on a phone, 8 elsewhere, of 10; a small script changes them every 3 seconds with
 * a fade of 300 ms. Readers of the page and of the code get all ten at once.
 */
export function ClientNames() {
  return (
    <section className="client-names" aria-label="Clients">
      <div className="site-wrap">
        <p>Calendars we fill</p>
        <ul data-carousel>
          {clientNames.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
