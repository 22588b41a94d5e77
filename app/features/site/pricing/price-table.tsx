import { monthBuys, pricing } from "~/content/pricing-copy.ts";
import { type Tier, tiers } from "~/content/tiers.ts";
import { wholeDollars } from "../whole-dollars.ts";
import "./price-table.css";
import "./price-rows.css";

/** The pricing table of spec §9. Names and labels are repeated in cells that only narrow screens show. */
export function PriceTable() {
  const { custom } = pricing;
  return (
    <section className="section" aria-labelledby="prices">
      <div className="wrap">
        <h2 className="visually-hidden" id="prices">
          {pricing.table}
        </h2>
        <table className="price-table" aria-labelledby="prices">
          <thead>
            <tr>
              <th scope="col">Funnel</th>
              <th scope="col">For offers of</th>
              <th scope="col" className="price-right">
                Setup, once
              </th>
              <th scope="col" className="price-right">
                Monthly
              </th>
              <th scope="col">What you get</th>
              <th scope="col" className="price-go">
                <span className="visually-hidden">Page</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier) => (
              <PriceRow key={tier.id} tier={tier} />
            ))}
            <tr>
              <th scope="row">
                <a href="/contact">{custom.name}</a>
              </th>
              <td className="price-offers price-words">{custom.offers}</td>
              <td className="price-right price-quote" colSpan={2}>
                {custom.price}
              </td>
              <td className="price-buys">{custom.includes}</td>
              <td className="price-go">
                <a className="text-link" href="/contact">
                  Get a quote
                </a>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}

function PriceRow({ tier: { id, name, href, offers, price, popular } }: { tier: Tier }) {
  return (
    <tr className={popular ? "price-popular" : undefined}>
      <th scope="row">
        <a href={href}>{name}</a>
        {popular ? <span className="price-flag">Most popular</span> : null}
      </th>
      <td className="price-offers num">{offers}</td>
      <td className="price-right price-figure" data-label="Setup, once">
        {wholeDollars(price.setupCents)}
      </td>
      <td className="price-right price-figure" data-label="Monthly">
        {wholeDollars(price.monthlyCents)}
      </td>
      <td className="price-buys">{monthBuys[id]}</td>
      <td className="price-go">
        <a className="text-link" href={href}>
          See {name}
        </a>
      </td>
    </tr>
  );
}
