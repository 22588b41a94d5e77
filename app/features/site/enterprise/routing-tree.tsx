import { clsx } from "clsx";
import site from "../site.module.css";
import styles from "./enterprise-drawings.module.css";

const rules = [
  { answer: "972 01–05", to: "Harbor Street" },
  { answer: "972 09–14", to: "Old Town", hot: true },
  { answer: "972 17–32", to: "Northside" },
  { answer: "anything else", to: "A person" },
];

/** One answer on the form, four ways on. */
export function RoutingTree() {
  return (
    <div className={styles.routingTree}>
      <p>Your postcode?</p>
      {rules.map(({ answer, to, hot }) => (
        <p key={to} className={hot ? styles.routeHot : undefined}>
          <span className={clsx(site.num, styles.routeFrom)}>{answer}</span>
          <span>{to}</span>
        </p>
      ))}
    </div>
  );
}
