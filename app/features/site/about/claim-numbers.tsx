import type { ReactNode } from "react";
import { about } from "~/content/about-copy.ts";
import { brand } from "~/content/brand.ts";
import { Section, SectionHead } from "../section.tsx";
import { KeptClients, ReturnOnSpend, ReturnRange } from "./claim-pictures.tsx";
import "./claim-numbers.css";

const pictures: readonly ReactNode[] = [
  <ReturnRange key="range" />,
  <KeptClients key="kept" />,
  <ReturnOnSpend key="spend" />,
];

/** The claims of spec §9, each drawn to scale, with what it counts and what it leaves out. */
export function ClaimNumbers() {
  const { headline, text, counts } = about.numbers;
  return (
    <Section labelledBy="numbers-title">
      <SectionHead id="numbers-title" headline={headline}>
        <p className="body">{text}</p>
      </SectionHead>
      <ul className="about-claims">
        {brand.claims.map(({ figure, meaning }, index) => (
          <li key={figure}>
            <p className="about-claim">
              <span>{figure}</span> {meaning}
            </p>
            {pictures[index]}
            <p className="about-counts">
              {counts[index]?.counts} <span>{counts[index]?.leaves}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
