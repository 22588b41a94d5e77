import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { TierPageText } from "~/content/tier-pages/tier-page.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { InkBand } from "../ink-band.tsx";
import { Rise } from "../rise.tsx";
import site from "../site.module.css";
import styles from "./tier-hero.module.css";

type Props = { page: TierPageText; children: ReactNode };

/** The first band of a tier page: its headline, price note, and a product view. */
export function TierHero({ page, children }: Props) {
  const { headline, lead, terms } = page;
  return (
    <InkBand className={styles.hero} underBars>
      <Rise className={styles.rise} width={900} height={860} lines={25} hot={17} />
      <div className={clsx(site.wrap, styles.grid)}>
        <div className={styles.copy}>
          <h1 className={site.heroTitle}>
            <TierHeadline text={headline} />
          </h1>
          <p className={clsx(site.lead, styles.lead)}>{lead}</p>
          <Actions className={styles.actions}>
            <ActionLink href="/contact#application" weight="primary">
              Start your application
            </ActionLink>
            <ActionLink href="/pricing" weight="text">
              Compare prices
            </ActionLink>
          </Actions>
          <dl className={styles.terms} data-price="">
            {terms.map(({ label, figure }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={site.figure}>{figure}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className={clsx(styles.picture, "on-paper")}>{children}</div>
      </div>
    </InkBand>
  );
}

/**
 * A headline with meaningful line breaks: each of several sentences has its own line, and a dash stays with the word before it.
 * The text is the specification's.
 */
function TierHeadline({ text }: { text: string }) {
  const sentences = text.split(/(?<=\.) /);
  if (sentences.length > 1) return sentences.map((sentence) => <span key={sentence}>{sentence} </span>);
  const [, start = "", word = "", rest = ""] = /^(.* )?(\S+—)(.*)$/.exec(text) ?? [];
  if (word === "") return text;
  return (
    <>
      {start}
      <b>{word}</b>
      <wbr />
      {rest}
    </>
  );
}
