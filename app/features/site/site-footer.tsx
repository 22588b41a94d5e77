import { brand } from "~/content/brand.ts";
import { companyNavigation, funnelNavigation, type NavigationLink, serviceNavigation } from "~/content/navigation.ts";
import { SiteMark } from "./site-mark.tsx";
import "./site-footer.css";

const funnels = funnelNavigation.filter(({ href }) => href !== "/home");

/** Every page of the site, and where the agency is. */
export function SiteFooter({ path }: { path: string }) {
  return (
    <footer className="site-footer on-ink">
      <div className="wrap">
        <div className="footer-columns">
          <div className="footer-brand">
            <a className="brand" href="/" aria-label={`${brand.name}, home`}>
              <SiteMark />
              {brand.name}
            </a>
            <p>{brand.tagline}</p>
            <address>
              {brand.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </div>
          <FooterLinks title="Funnels" links={funnels} path={path} />
          <FooterLinks title="Services" links={serviceNavigation} path={path} />
          <FooterLinks title="Company" links={companyNavigation} path={path} />
        </div>
        <div className="footer-base">
          <span className="footer-owner">© 2026 {brand.legalName}</span>
          <button type="button" className="motion-switch" data-motion="" hidden>
            Pause motion
          </button>
          <a className="footer-mail" href={`mailto:${brand.email}`}>
            {brand.email}
          </a>
        </div>
      </div>
    </footer>
  );
}

function FooterLinks({ title, links, path }: { title: string; links: readonly NavigationLink[]; path: string }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={href === path ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
