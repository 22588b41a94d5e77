import { clients } from "~/content/clients.ts";
import "./client-names.css";

/** Client names: 8 of the 10, 3 on a phone. The site's script changes one every 3 seconds (spec §9). */
export function ClientNames() {
  return (
    <section className="client-names" aria-label="Clients">
      <div className="wrap">
        <p>Calendars we fill</p>
        <ul data-carousel="">
          {clients.map(({ name, face }) => (
            <li key={name} className={`name-${face}`}>
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
