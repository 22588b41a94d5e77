import "./closing-call.css";
import { brand } from "~/content/brand.ts";
import { Rise } from "./rise.tsx";

/** The last word of a page, dark again: a question, an answer within 24 hours (spec §9), two ways to ask. */
export function ClosingCall() {
  return (
    <section className="closing-call on-ink">
      <canvas className="stars" data-stars aria-hidden="true" />
      <Rise className="closing-rise" />
      <div className="site-wrap">
        <h2 className="site-hero-title">Rather ask first?</h2>
        <p className="site-lead">
          Write what you sell and what a client pays you. We answer within 24 hours, also when the answer is that you do not
          need us.
        </p>
        <p className="site-actions">
          <a className="site-button primary" href="/contact">
            Write to us
          </a>
          <a className="site-button plain" href={`mailto:${brand.email}`}>
            {brand.email}
          </a>
        </p>
      </div>
    </section>
  );
}
