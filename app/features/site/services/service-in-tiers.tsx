import { clsx } from "clsx";
import type { ServicePage } from "~/content/services/service-page.ts";
import { tiers } from "~/content/tiers.ts";
import { formatDollars } from "../../../../domain/money.ts";
import { ActionLink } from "../action-link.tsx";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./service-in-tiers.module.css";
import screenStyles from "./service-screen.module.css";

const DEPTHS = [1, 2, 3, 4];

/** Which funnels include the service, how much of it, and their monthly price (pricing table of spec §9). */
export function ServiceInTiers({ inTiers: { headline, text, rows } }: { inTiers: ServicePage["inTiers"] }) {
  return (
    <Section labelledBy="service-tiers">
      <div className={screenStyles.split}>
        <div>
          <h2 className={site.title} id="service-tiers">
            {headline}
          </h2>
          <p className={clsx(site.body, styles.body)}>{text}</p>
          <ActionLink className={styles.prices} href="/pricing" weight="text">
            All prices
          </ActionLink>
        </div>
        <ul className={styles.tiers}>
          {rows.map(({ name, href, depth, text: included }) => (
            <li key={name}>
              <h3>
                <a href={href}>{name}</a>
              </h3>
              <p className={styles.what}>{included}</p>
              <svg viewBox="0 0 44 16" width="44" height="16" aria-hidden="true">
                {DEPTHS.map((step) => (
                  <path
                    key={step}
                    className={step <= depth ? styles.depthFull : undefined}
                    d={`M${step * 11 - 8} 16v-${step * 4}`}
                  />
                ))}
              </svg>
              <span className={styles.price}>{monthly(name)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function monthly(name: string): string {
  const tier = tiers.find((one) => one.name === name);
  return tier ? `${formatDollars(tier.price.monthlyCents / 100)}/month` : "15% of ad spend";
}
