import { clsx } from "clsx";
import { tuesday } from "~/content/tier-pages/launch.ts";
import styles from "./two-tuesdays.module.css";

type Lead = { at: number; answered?: number; booked: boolean };
type Props = { name: string; text: string; result: string; leads: readonly Lead[] };

const { from, to } = tuesday;
const place = (hour: number) => `${(((hour - from) / (to - from)) * 100).toFixed(2)}%`;
const length = (hours: number) => `${((hours / (to - from)) * 100).toFixed(2)}%`;

/** One day as a lane: a dot where somebody wrote, a bar while they waited, filled where it ended in a booking. */
export function DayLane({ name, text, result, leads }: Props) {
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
