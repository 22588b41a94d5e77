import "./tier-stairs.css";
import { type FunnelTier, funnelTiers, sideServices } from "~/content/tiers.ts";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });

/** The seven services as a staircase: each funnel stands one step above the one before, two wide cells below. */
export function TierStairs() {
  return (
    <section className="site-section" id="services">
      <div className="site-wrap stairs">
        <header className="stairs-intro">
          <h2 className="site-h2">Start at the step your offer stands on.</h2>
          <p className="site-lead">Five funnels, sized by what one client pays you. Move up when your price does.</p>
        </header>
        <ol className="stairs-steps">
          {funnelTiers.map((tier) => (
            <Step key={tier.name} tier={tier} />
          ))}
        </ol>
        <ul className="stairs-pair">
          {sideServices.map(({ name, href, line, price, unit }) => (
            <li key={name}>
              <h3>
                <a href={href}>{name}</a>
              </h3>
              <p>{line}</p>
              <p className="stairs-price">
                <b>{price}</b> {unit}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Step({ tier: { name, href, offers, line, monthly, setup, brings, popular } }: { tier: FunnelTier }) {
  return (
    <li className={popular ? "step popular" : "step"}>
      {popular && <p className="step-flag">Most popular</p>}
      <h3>
        <a href={href}>{name}</a>
      </h3>
      <p className="step-for">
        For offers of <b>{offers}</b>
      </p>
      <p className="step-line">{line}</p>
      <ul>
        {brings.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="stairs-price">
        <b>{dollars.format(monthly)}</b> a month, {dollars.format(setup)} setup
      </p>
    </li>
  );
}
