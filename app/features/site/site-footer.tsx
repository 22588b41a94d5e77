import "./site-footer.css";
import { brand } from "~/content/brand.ts";
import { footerColumns } from "~/content/navigation.ts";
import { BrandMark } from "./brand-mark.tsx";

/** The footer: what the agency does, and every public page once. */
export function SiteFooter() {
  return (
    <footer className="site-footer on-ink">
      <div className="site-wrap">
        <div className="footer-grid">
          <div className="footer-brand">
            <a className="site-brand" href="/">
              <BrandMark />
              {brand.name}
            </a>
            <p>{brand.claim}</p>
          </div>
          {footerColumns.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="footer-base">
          <span>© 2026 {brand.name}</span>
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
        </div>
      </div>
    </footer>
  );
}
