import { clsx } from "clsx";
import { launch, launchParts, tuesday } from "~/content/tier-pages/launch.ts";
import { hourName } from "../hour-name.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./two-tuesdays.module.css";

const HOURS = [8, 10, 12, 14, 16, 18, 20, 22];

/** One day on one axis, without and with instant answers, and the setup below. */
export function TwoTuesdays() {
  return (
    <Section labelledBy="features-title">
      <SectionHead id="features-title" headline={launch.features.headline}>
        <p className={site.body}>{launch.features.text}</p>
      </SectionHead>
      <div className={styles.tuesdays}>
        <DayLane name={tuesday.idleName} text={tuesday.idleText} result={tuesday.idleResult} leads={tuesday.idle} />
        <DayLane
          name={tuesday.inboundName}
          text={tuesday.inboundText}
          result={tuesday.inboundResult}
          leads={tuesday.inbound}
        />
        <p className={clsx(styles.hours, site.num)} aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour}>{hourName(hour)}</span>
          ))}
        </p>
        <p className={styles.key} aria-hidden="true">
          <span>Wrote</span>
          <span className={styles.keyWait}>Waited</span>
          <span className={styles.keyBooked}>Booked</span>
        </p>
      </div>
      <ul className={styles.parts}>
        {launchParts.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Lead = { at: number; answered?: number; booked: boolean };
type Props = { name: string; text: string; result: string; leads: readonly Lead[] };

const { from, to } = tuesday;
const place = (hour: number) => `${(((hour - from) / (to - from)) * 100).toFixed(2)}%`;
const length = (hours: number) => `${((hours / (to - from)) * 100).toFixed(2)}%`;

/** One day as a lane: a dot for each message, a bar for the wait, filled if it ended in a booking. */
function DayLane({ name, text, result, leads }: Props) {
  return (
    <article className={styles.dayLane}>
      <h3>{name}</h3>
      <p>{text}</p>
      <p className={styles.dayResult}>{result}</p>
      <div className={styles.dayTrack} aria-hidden="true">
        {leads.map(({ at, answered, booked }) => (
          <span
            key={at}
            className={clsx(styles.dayLead, booked && styles.dayBooked, answered === undefined && styles.dayLost)}
            style={{ insetInlineStart: place(at), inlineSize: length((answered ?? to) - at) }}
          />
        ))}
      </div>
    </article>
  );
}
