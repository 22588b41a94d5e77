import { pricing } from "~/content/pricing-copy.ts";
import { Section, SectionHead } from "../section.tsx";
import "./bill-lines.css";

/** Everything else that may cost, or not (spec §9): ad management, cancelling, an answer. */
export function BillLines() {
  const { headline, text, lines } = pricing.rest;
  return (
    <Section labelledBy="bill-title">
      <SectionHead id="bill-title" headline={headline}>
        <p className="body">{text}</p>
      </SectionHead>
      <ul className="price-lines">
        {lines.map(({ figure, name, text: meaning, link }) => (
          <li key={name}>
            <span className="price-line-figure">{figure}</span>
            <h3>{name}</h3>
            <p className="body">{meaning}</p>
            <a className="text-link" href={link.href}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
