import { clsx } from "clsx";
import { channels, messages } from "~/content/services/multi-platform-management.ts";
import { formatPercent } from "../../../../domain/format-count.ts";
import { unitedStates } from "../../../../domain/format-locale.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./channel-board.module.css";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const HIGHEST = 60;
const MAX_MESSAGES = Math.max(...messages.flatMap(({ days }) => days));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number) => formatPercent(part / whole, 0, unitedStates);

/** A week on all channels: daily spend, the cost per booked call, and the budget that moved. */
export function ChannelBoard() {
  const booked = sum([...channels, ...messages].map((channel) => channel.booked));
  const spent = sum(channels.flatMap(({ days }) => days));
  return (
    <div
      className={clsx(panel.panel, "on-paper")}
      role="img"
      aria-label={`A week across six channels: $${spent} spent, ${booked} calls booked; on Thursday $15 a day moved from Google to Instagram`}
    >
      <div className={panel.bar}>
        <b>All channels</b>
        <span className={clsx(site.num, panel.meta, panel.wide)}>April 13–19</span>
        <span className={panel.end}>
          ${spent} spent, {booked} booked
        </span>
      </div>
      <p className={clsx(styles.channel, styles.head)}>
        <span />
        <span className={styles.days}>
          {DAYS.map((day) => (
            <span key={day}>{day}</span>
          ))}
        </span>
        <span>Week</span>
        <span>Booked</span>
        <span>Per booking</span>
      </p>
      {channels.map(({ name, kind, days, moved, booked: calls }) => (
        <div key={name} className={styles.channel}>
          <ChannelName name={name} kind={kind} />
          <p className={styles.days}>
            {days.map((dollars, index) => (
              <span key={DAYS[index]}>
                <i style={{ blockSize: share(dollars, HIGHEST) }}>
                  {moved?.[index] ? <i style={{ blockSize: share(moved[index], dollars) }} /> : null}
                </i>
              </span>
            ))}
          </p>
          <span>${sum(days)}</span>
          <span>{calls}</span>
          <span>${Math.round(sum(days) / calls)}</span>
        </div>
      ))}
      <p className={styles.move}>
        <b>Thu 9:20 AM</b> $15 a day from Google to Instagram, where a booked call costs less than half as much.
      </p>
      {messages.map(({ name, kind, days, booked: calls }) => (
        <div key={name} className={clsx(styles.channel, styles.messages)}>
          <ChannelName name={name} kind={kind} />
          <p className={styles.days}>
            {days.map((count, index) => (
              <span key={DAYS[index]}>
                <i style={{ blockSize: share(count, MAX_MESSAGES * 1.1) }} />
              </span>
            ))}
          </p>
          <span>{sum(days)} sent</span>
          <span>{calls}</span>
          <span>in your plan</span>
        </div>
      ))}
    </div>
  );
}

function ChannelName({ name, kind }: { name: string; kind: string }) {
  return (
    <p className={styles.name}>
      <b>{name}</b>
      <span className={styles.kind}>{kind}</span>
    </p>
  );
}
