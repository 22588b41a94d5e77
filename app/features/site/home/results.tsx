import { brand } from "~/content/brand.ts";
import { home } from "~/content/home-copy.ts";
import { Section, SectionHead } from "../section.tsx";
import { Reviews } from "./reviews.tsx";
import "./results.css";

/** Claims (spec §9) and the three reviews (spec §2). */
export function Results() {
  return (
    <Section labelledBy="results-title" id="results">
      <SectionHead id="results-title" headline={home.results.headline}>
        <p className="body">{home.results.text}</p>
      </SectionHead>
      <ul className="claims">
        {brand.claims.map(({ figure, meaning }) => (
          <li key={figure}>
            <span className="claim-figure">{figure}</span>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
      <Reviews />
    </Section>
  );
}
