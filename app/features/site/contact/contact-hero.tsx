import { contactPage } from "~/content/contact-copy.ts";
import { ActionLink } from "../action-link.tsx";
import { Stars } from "../stars.tsx";
import { ReplyLine } from "./reply-line.tsx";
import "./contact-hero.css";

/** The promise in two sentences, and the same drawn to scale. */
export function ContactHero() {
  return (
    <div className="contact-hero ink-band under-bars on-ink">
      <Stars />
      <div className="wrap">
        <h1 className="title-hero">
          {contactPage.headline.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </h1>
        <div className="contact-hero-side">
          <p className="lead">{contactPage.lead}</p>
          <p className="actions">
            <ActionLink href="#application" weight="primary">
              Start your application
            </ActionLink>
            <ActionLink href="#message" weight="text">
              Send a message
            </ActionLink>
          </p>
        </div>
        <ReplyLine />
      </div>
    </div>
  );
}
