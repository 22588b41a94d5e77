import { clsx } from "clsx";
import { serviceNavigation } from "~/content/navigation.ts";
import { serviceLines } from "~/content/services/service-lines.ts";
import site from "../site.module.css";
import styles from "./service-siblings.module.css";

/** The other four services, each in one line. */
export function RelatedServices({ path }: { path: string }) {
  return (
    <nav className={clsx(site.wrap, styles.siblings)} aria-labelledby="service-siblings">
      <h2 id="service-siblings">The other four</h2>
      <ul>
        {serviceNavigation
          .filter(({ href }) => href !== path)
          .map(({ label, href }) => (
            <li key={href}>
              <a href={href}>{label}</a>
              <span>{serviceLines[href]}</span>
            </li>
          ))}
      </ul>
    </nav>
  );
}
