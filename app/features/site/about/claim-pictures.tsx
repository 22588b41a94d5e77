import styles from "./claim-numbers.module.css";

/** Two to ten times, on a scale of multiples. The first tick is the money back. */
export function ReturnRange() {
  const at = (times: number) => 8 + (times - 1) * 33;
  return (
    <svg className={styles.picture} viewBox="0 0 340 84" width="340" height="84" aria-hidden="true">
      <path className={styles.axis} d="M8 50.5h297" />
      {[1, 2, 4, 6, 8, 10].map((times) => (
        <g key={times}>
          <path className={styles.axis} d={`M${at(times) + 0.5} 46v9`} />
          <text x={at(times)} y="74">
            {times}x
          </text>
        </g>
      ))}
      <path className={styles.range} d={`M${at(2)} 30h${at(10) - at(2)}`} />
      <path className={styles.ink} d={`M${at(2)} 24v12M${at(10)} 24v12`} />
    </svg>
  );
}

/** 47 of 50 clients, with one line each. The three who left are hollow. */
export function KeptClients() {
  const clients = Array.from({ length: 50 }, (_, index) => index);
  return (
    <svg className={styles.picture} viewBox="0 0 340 84" width="340" height="84" aria-hidden="true">
      {clients.map((index) => (
        <path
          key={index}
          className={index < 47 ? styles.ink : styles.gone}
          d={`M${8.5 + (index % 25) * 13} ${index < 25 ? 10 : 48}v26`}
        />
      ))}
    </svg>
  );
}

/** $1.00 in, $3.40 out, on one scale. */
export function ReturnOnSpend() {
  const dollar = 82;
  return (
    <svg className={styles.picture} viewBox="0 0 340 84" width="340" height="84" aria-hidden="true">
      <rect className={styles.spent} x="8" y="8" width={dollar} height="22" />
      <text x={dollar + 16} y="24">
        $1.00 spent
      </text>
      <rect className={styles.earned} x="8" y="36" width={dollar * 3.4} height="22" />
      <text x="8" y="76">
        $3.40 sold
      </text>
    </svg>
  );
}
