import { pipelines } from "~/content/tier-pages/enterprise.ts";
import styles from "./enterprise-drawings.module.css";

/** Three pipelines side by side: a dot for each lead, in its stage. */
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
