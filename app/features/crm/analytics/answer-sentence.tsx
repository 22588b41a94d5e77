import { Fragment } from "react";
import { formatCount } from "../../../../domain/format-count.ts";
import { answerParts } from "./answer-parts.ts";
import type { AnalyticsParams, Responses } from "./api.ts";
import { FigureLink } from "./figure-link.tsx";
import { rowLinks } from "./row-links.ts";

type Props = { params: AnalyticsParams; data: Responses };

/** What became of all new leads: "72 new leads: 44 answered, 2 have no response yet, 26 needed no response." */
export function AnswerSentence({ params, data }: Props) {
  const links = rowLinks(params);
  if (data.new === 0) return "No new leads in this period.";
  return (
    <>
      {formatCount(data.new)} new {data.new === 1 ? "lead" : "leads"}:{" "}
      {answerParts(data).map(({ count, text, rules }, at) => (
        <Fragment key={text}>
          {at > 0 && ", "}
          <FigureLink to={links.arrived(...rules)}>
            {formatCount(count)} {text}
          </FigureLink>
        </Fragment>
      ))}
      .
    </>
  );
}
