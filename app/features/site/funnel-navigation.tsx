import { clsx } from "clsx";
import { funnelNavigation } from "~/content/navigation.ts";
import styles from "./funnel-navigation.module.css";
import site from "./site.module.css";

/** The second bar (spec §2, Marketing pages and funnel navigation): links, and a select under 768 px. */
export function FunnelNavigation({ path }: { path: string }) {
  const here = path === "/" ? "/home" : path;
  const known = funnelNavigation.some(({ href }) => href === here);
  return (
    <nav className={clsx(styles.navigation, "on-ink")} aria-label="Funnel navigation">
      <div className={site.wrap}>
        <ol className={styles.links}>
          {funnelNavigation.map(({ label, href }) => (
            <li key={href}>
              <a href={href} aria-current={href === here ? "page" : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ol>
        <label className={styles.select}>
          <span>Funnel</span>
          <select data-goto="" defaultValue={known ? here : ""} autoComplete="off">
            {known ? null : <option value="">Choose one</option>}
            {funnelNavigation.map(({ label, href }) => (
              <option key={href} value={href}>
                {label}
              </option>
            ))}
          </select>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M2 4.5 6 8.5l4-4" />
          </svg>
        </label>
      </div>
    </nav>
  );
}
