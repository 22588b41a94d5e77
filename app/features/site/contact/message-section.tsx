import { clsx } from "clsx";
import { brand } from "~/content/brand.ts";
import { contactForm, nextStep } from "~/content/forms.ts";
import { ActionLink } from "../action-link.tsx";
import type { FormState } from "../forms/form-state.ts";
import form from "../forms/lead-form.module.css";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import { ContactForm } from "./contact-form.tsx";
import styles from "./message-section.module.css";

/** The contact form and other ways to reach us. */
export function MessageSection({ state }: { state: FormState | null }) {
  return (
    <Section labelledBy="message-title" id="message">
      <div className={form.layout}>
        <div className={form.side}>
          <h2 className={site.title} id="message-title">
            {contactForm.headline}
          </h2>
          <p className={clsx(site.body, form.sideText)}>{contactForm.text}</p>
          <dl className={styles.ways}>
            <div>
              <dt>Email</dt>
              <dd>
                <ActionLink className={styles.way} href={`mailto:${brand.email}`} weight="text">
                  {brand.email}
                </ActionLink>
              </dd>
            </div>
            <div>
              <dt>Reply</dt>
              <dd>Within 24 hours, from a person</dd>
            </div>
            {/* The script hides it where no calls are offered. Once the message is sent, the answer offers the call. */}
            <div className={form.asked} data-talk="">
              <dt>Call</dt>
              <dd>
                <ActionLink className={styles.way} href={nextStep.href} weight="text">
                  {nextStep.link}
                </ActionLink>
              </dd>
            </div>
            <div className={styles.office}>
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
