import { clsx } from "clsx";
import { ledger } from "~/content/services/customer-acquisition.ts";
import { formatDecimal } from "../../../../domain/format-count.ts";
import { unitedStates } from "../../../../domain/format-locale.ts";
import { formatDollars, formatMoney } from "../../../../domain/money.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./client-ledger.module.css";

const { month, costs, steps, firstPayment, trend } = ledger;
const total = costs.reduce((sum, { dollars }) => sum + dollars, 0);
const clients = steps.at(-1)?.people ?? 1;
const perClient = total / clients;
const sold = clients * firstPayment;
const dearest = Math.max(perClient, ...trend.map(({ dollars }) => dollars));

const cents = (dollars: number) => formatMoney({ amount: Math.round(dollars * 100), currency: "usd" }, unitedStates);

/** The cost of a client: the month's bill, divided by the remaining people at each step. */
export function ClientLedger() {
  return (
    <div
      className={clsx(panel.panel, "on-paper")}
      role="img"
      aria-label={`A month's ledger: ${formatDollars(total)} spent, fees included, ${clients} clients at ${cents(perClient)} each, ${formatDollars(sold)} in first payments`}
    >
      <div className={panel.bar}>
        <b>Ledger</b>
        <span className={clsx(site.num, panel.meta)}>{month}</span>
        <span className={clsx(panel.end, panel.wide)}>All costs, ours included</span>
      </div>
      <div className={styles.body}>
        <div className={styles.costs}>
          {costs.map(({ what, dollars }) => (
            <p key={what}>
              <span>{what}</span>
              <span>{formatDollars(dollars)}</span>
            </p>
          ))}
          <p className={styles.sum}>
            <b>Spent in {month}</b>
            <b>{formatDollars(total)}</b>
          </p>
          <p>
            <span>
              First payments, {clients} × {formatDollars(firstPayment)}
            </span>
            <span>{formatDollars(sold)}</span>
          </p>
          <p>
            <span>Return within 30 days</span>
            <span>{formatDecimal(sold / total, 1, unitedStates)}x</span>
          </p>
        </div>
        <div className={styles.heads}>
          <p>
            <span>{formatDollars(total)} divided by</span>
            <span>Cost each</span>
          </p>
          {steps.map(({ what, people }) => (
            <p key={what} className={people === clients ? styles.last : undefined}>
              <span>
                <b>{people}</b> {what}
              </span>
              <i style={{ inlineSize: `${Math.round((total / people / perClient) * 100)}%` }} />
              <span>{cents(total / people)}</span>
            </p>
          ))}
        </div>
        <div className={styles.trend}>
          <p>Cost per client</p>
          {[...trend, { month: "May", dollars: perClient }].map(({ month: name, dollars }) => (
            <p key={name} className={name === month ? styles.last : undefined}>
              <span>{name}</span>
              <i style={{ inlineSize: `${Math.round((dollars / dearest) * 100)}%` }} />
              <span>{formatDollars(Math.round(dollars))}</span>
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}
