import { funnelLinks } from "~/content/navigation.ts";

/** Funnel-tier navigation (spec §2): a second bar, and a native select on a phone, which works as a form without scripts. */
export function FunnelNav({ current }: { current: string }) {
  return (
    <nav className="funnel-nav" aria-label="Funnels">
      <ol className="site-wrap">
        {funnelLinks.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ol>
      <label className="site-wrap funnel-select">
        <span>Funnel</span>
        <select defaultValue={current} data-funnel-select>
          {funnelLinks.map(({ label, href }) => (
            <option key={href} value={href}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}
