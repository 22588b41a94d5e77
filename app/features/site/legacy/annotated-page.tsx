import type { ReactNode } from "react";
import { legacy, legacyParts, legacySample } from "~/content/tier-pages/legacy.ts";
import { Section, SectionHead } from "../section.tsx";
import { Portraits } from "./portraits.tsx";
import "./annotated-page.css";

const { address, claim, detail, fields, send, reply, answer } = legacySample;

const slices: readonly ReactNode[] = [
  <div key="page" className="page-slice-top">
    <span className="page-address">{address}</span>
    <b>{claim}</b>
    <p>{detail}</p>
    <Portraits />
  </div>,
  <div key="form" className="page-form">
    {fields.map(({ label, value }) => (
      <p key={label}>
        {label}
        <span>{value}</span>
      </p>
    ))}
    <span className="page-send">{send}</span>
  </div>,
  <div key="reply" className="page-reply">
    <div>
      <span>Noor’s phone, now</span>
      <p className="page-text">{reply}</p>
    </div>
    <p className="page-answer">{answer}</p>
  </div>,
];

/** The whole of Legacy, drawn once from top to bottom; each part has its words beside it. */
export function AnnotatedPage() {
  return (
    <Section labelledBy="features-title">
      <SectionHead id="features-title" headline={legacy.features.headline}>
        <p className="body">{legacy.features.text}</p>
      </SectionHead>
      <div className="annotated-page">
        {legacyParts.map(({ title, text, points }, index) => (
          <article key={title}>
            <div className="page-slice" aria-hidden="true">
              {slices[index]}
            </div>
            <div className="page-note">
              <h3>{title}</h3>
              <p>{text}</p>
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </div>
          </article>
        ))}
      </div>
    </Section>
  );
}
