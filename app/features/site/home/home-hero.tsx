import { home } from "~/content/home-copy.ts";
import { ActionLink } from "../action-link.tsx";
import { Rise } from "../rise.tsx";
import { Stars } from "../stars.tsx";
import { BookingPhone } from "./booking-phone.tsx";
import { PipelineBoard } from "./pipeline-board.tsx";
import "./home-hero.css";

/** The first screen: what it does in two sentences, and the thing itself, a board with its clock and the phone it writes to. */
export function HomeHero() {
  return (
    <div className="home-hero ink-band under-bars on-ink">
      <Stars />
      <div className="wrap">
        <div className="hero-copy">
          <h1 className="title-hero">
            {home.headline.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </h1>
          <p className="lead">{home.lead}</p>
          <p className="actions">
            <ActionLink href="#application" weight="primary">
              Start your application
            </ActionLink>
            <ActionLink href="/pricing" weight="text">
              See the prices
            </ActionLink>
          </p>
        </div>
        <div className="stage">
          <Rise className="rise-hero" width={620} height={760} lines={21} hot={14} />
          <PipelineBoard />
          <BookingPhone />
        </div>
      </div>
    </div>
  );
}
