import { rollout } from "~/content/tier-pages/enterprise.ts";
import site from "../site.module.css";
import styles from "./rollout.module.css";

/** Locations by week: the first starts alone, the others follow together. */
export function Rollout() {
  return (
    <table className={styles.rollout}>
      <thead>
        <tr>
          <th scope="col">Location</th>
          {rollout.weeks.map((week) => (
            <th key={week} scope="col">
              {week}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rollout.rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, week) => (
              <td
                key={rollout.weeks[week]}
                data-week={rollout.weeks[week]}
                className={cell === "" ? styles.empty : cell.startsWith("Live") ? styles.live : undefined}
              >
                {cell === "" ? <span className={site.visuallyHidden}>Not yet</span> : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
