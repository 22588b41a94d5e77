import type { Tier } from "~/content/tiers.ts";
import { wholeDollars } from "../whole-dollars.ts";
import { UpArrow } from "./up-arrow.tsx";

/** One tier as a step: name, the offers it suits, its headline, what it includes, its price. All of it is the link. */
export function TierStep({ tier }: { tier: Tier }) {
  const { id, name, href, headline, offers, price, popular, includes } = tier;
  return (
    <article className={`step step-${id} ${popular ? "step-popular" : ""}`}>
      {popular ? <p className="step-flag">Most popular</p> : null}
      <h3>
        <a href={href}>{name}</a>
        <UpArrow />
      </h3>
      <p className="step-offers">
        For offers of <span className="num">{offers}</span>
      </p>
      <p className="step-headline">{headline}</p>
      <ul>
        {includes.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="step-price">
        <span className="figure">{wholeDollars(price.monthlyCents)}</span>
        <span>
          a month<span className="step-setup">, {wholeDollars(price.setupCents)} setup</span>
        </span>
      </p>
    </article>
  );
}
