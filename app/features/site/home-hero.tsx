import "./home-hero.css";
import { LeadBoard } from "./lead-board.tsx";
import { PhoneThread } from "./phone-thread.tsx";
import { Rise } from "./rise.tsx";

/** The first view of the home page: the promise, two ways on, and the two instruments that keep it. */
export function HomeHero() {
  return (
    <section className="home-hero on-ink">
      <canvas className="stars" data-stars aria-hidden="true" />
      <Rise className="home-rise" />
      <div className="site-wrap">
        <div className="home-copy">
          <h1 className="site-hero-title">You paid for the click. We book the call.</h1>
          <p className="site-lead">
            Upfunnel installs what sits between your ad and your calendar: landing page, CRM pipeline, SMS and email
            follow-up, reminders, and a report that says which ad paid.
          </p>
          <p className="site-actions">
            <a className="site-button primary" href="/contact">
              Start your application
            </a>
            <a className="site-button plain" href="/pricing">
              See the prices
            </a>
          </p>
        </div>
        <div className="home-stage">
          <LeadBoard />
          <PhoneThread />
        </div>
      </div>
    </section>
  );
}
