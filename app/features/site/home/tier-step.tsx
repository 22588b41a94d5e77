import { clsx } from "clsx";
import type { CSSProperties } from "react";
import type { Tier } from "~/content/tiers.ts";
import site from "../site.module.css";
import { wholeDollars } from "../whole-dollars.ts";
import offer from "./offer.module.css";
import styles from "./tier-step.module.css";
import { UpArrow } from "./up-arrow.tsx";

/** One tier as a step: name, the offers it suits, its headline, what it includes, its price. All of it is the link. */
export function TierStep({ tier, nth }: { tier: Tier; nth: number }) {
  const { name, href, headline, offers, price, popular, includes } = tier;
  return (
    <article
      className={clsx(offer.offer, styles.step, popular && styles.popular)}
      style={{ "--nth": nth } as CSSProperties}
    >
      {popular ? <p className={styles.flag}>Most popular</p> : null}
      <h3>
        <a href={href}>{name}</a>
        <UpArrow />
      </h3>
      <p className={styles.offers}>
        For offers of <span className={site.num}>{offers}</span>
      </p>
      <p className={styles.headline}>{headline}</p>
      <ul>
        {includes.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className={clsx(offer.price, styles.price)}>
        <span className={clsx(site.figure, offer.figure)}>{wholeDollars(price.monthlyCents)}</span>
        <span>
          a month
          <span className={styles.comma}>, </span>
          <span className={styles.setup}>{wholeDollars(price.setupCents)} setup</span>
        </span>
      </p>
    </article>
  );
}
