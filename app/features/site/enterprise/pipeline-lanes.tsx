import { pipelines } from "~/content/tier-pages/enterprise.ts";

/** Three pipelines side by side: a dot for each lead, in its stage. */
export function PipelineLanes() {
  return (
    <div className="pipeline-lanes">
      <p className="pipeline-head">
        <span />
        {pipelines.stages.map((stage) => (
          <span key={stage}>{stage}</span>
        ))}
      </p>
      {pipelines.rows.map(({ name, counts }) => (
        <p key={name}>
          <b>{name}</b>
          {counts.map((count, stage) => (
            <span key={pipelines.stages[stage]} className="pipeline-dots">
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
