import { clsx } from "clsx";
import { pipelines } from "~/content/tier-pages/enterprise.ts";
import site from "../site.module.css";
import styles from "./enterprise-drawings.module.css";

const rules = [
  { answer: "97201–05", to: "Harbor Street" },
  { answer: "97209–14", to: "Old Town", hot: true },
  { answer: "97217–32", to: "Northside" },
  { answer: "anything else", to: "A person" },
];

/** One form field with four routes. */
export function RoutingTree() {
  return (
    <div className={styles.routingTree}>
      <p>Your ZIP code?</p>
      {rules.map(({ answer, to, hot }) => (
        <p key={to} className={hot ? styles.routeHot : undefined}>
          <span className={clsx(site.num, styles.routeFrom)}>{answer}</span>
          <span>{to}</span>
        </p>
      ))}
    </div>
  );
}

/** Three pipelines side by side, with a dot for each lead in its stage. */
export function PipelineLanes() {
  return (
    <div className={styles.pipelineLanes}>
      <p className={styles.pipelineHead}>
        <span />
        {pipelines.stages.map((stage) => (
          <span key={stage}>{stage}</span>
        ))}
      </p>
      {pipelines.rows.map(({ name, counts }) => (
        <p key={name}>
          <b>{name}</b>
          {counts.map((count, stage) => (
            <span key={pipelines.stages[stage]} className={styles.pipelineDots}>
              {Array.from({ length: count }, (_, lead) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: dots without a name.
                <i key={lead} />
              ))}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

const HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17];

/** A business day: a message at 10:00, with the latest answer four business hours later. */
export function SupportClock() {
  return (
    <div>
      <p className={styles.supportAsk}>
        You ask
        <span className={site.num}>10 AM</span>
      </p>
      <p className={styles.supportWindow}>
        <span>4 business hours</span>
      </p>
      <p className={clsx(styles.supportHours, site.num)}>
        {HOURS.map((hour) => (
          <span key={hour}>{hour > 12 ? hour - 12 : hour}</span>
        ))}
      </p>
      <p className={styles.supportLatest}>
        Answered by <span className={site.num}>2 PM</span>
      </p>
    </div>
  );
}
