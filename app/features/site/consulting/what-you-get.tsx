import { whatYouGet } from "~/content/tier-pages/consulting.ts";
import { Section } from "../section.tsx";
import "./what-you-get.css";

/** Six cards (spec §2), each with what stays when we leave. */
export function WhatYouGet() {
  return (
    <Section labelledBy="get-title">
      <div className="what-you-get">
        <h2 className="title-2" id="get-title">
          What You Get
        </h2>
        {whatYouGet.map(({ title, text, keep }) => (
          <article key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <p className="get-keep">
              <span>You keep</span>
              {keep}
            </p>
          </article>
        ))}
      </div>
    </Section>
  );
}
