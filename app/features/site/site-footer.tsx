import { clsx } from "clsx";
import { brand } from "~/content/brand.ts";
import { companyNavigation, funnelNavigation, type NavigationLink, serviceNavigation } from "~/content/navigation.ts";
import { BrandLink } from "./brand-link.tsx";
import site from "./site.module.css";
import styles from "./site-footer.module.css";

const funnels = funnelNavigation.filter(({ href }) => href !== "/home");

/** All pages of the site, and the agency's address. */
export function SiteFooter({ path }: { path: string }) {
  return (
    <footer className={clsx(styles.footer, "on-ink")}>
      <div className={site.wrap}>
        <div className={styles.columns}>
          <div className={styles.agency}>
            <BrandLink />
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
        <div className={styles.base}>
          <span className={styles.owner}>© 2026 {brand.legalName}</span>
          <button type="button" className={styles.motionSwitch} data-motion="" hidden>
            Pause motion
          </button>
          <a className={styles.mail} href={`mailto:${brand.email}`}>
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
