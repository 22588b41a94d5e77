import { brand } from "~/content/brand.ts";
import { contactForm } from "~/content/forms.ts";
import type { FormState } from "../forms/form-state.ts";
import { Section } from "../section.tsx";
import { ContactForm } from "./contact-form.tsx";
import "./message-section.css";

/** The contact form, and the ways beside it. */
export function MessageSection({ state }: { state: FormState | null }) {
  return (
    <Section labelledBy="message-title" id="message">
      <div className="form-layout">
        <div className="form-side">
          <h2 className="title-2" id="message-title">
            {contactForm.headline}
          </h2>
          <p className="body">{contactForm.text}</p>
          <dl className="contact-ways">
            <div>
              <dt>Email</dt>
              <dd>
                <a className="text-link" href={`mailto:${brand.email}`}>
                  {brand.email}
                </a>
              </dd>
            </div>
            <div>
              <dt>Answer</dt>
              <dd>Within 24 hours, from a person</dd>
            </div>
            <div className="contact-office">
              <dt>Office</dt>
              <dd>
                {brand.address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </dd>
            </div>
          </dl>
        </div>
        <ContactForm state={state} labelledBy="message-title" />
      </div>
    </Section>
  );
}
