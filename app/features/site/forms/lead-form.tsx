import { clsx } from "clsx";
import type { ReactNode } from "react";
import { nextStep, privacyNotice } from "~/content/forms.ts";
import action from "../action-link.module.css";
import fields from "./form-fields.module.css";
import type { FormState } from "./form-state.ts";
import styles from "./lead-form.module.css";

type Props = {
  form: FormState["form"];
  state: FormState | null;
  labelledBy: string;
  send: string;
  /** What the sender agrees to. */
  consent: string;
  /** Shown when sending failed without a field error. */
  failure: { title: string; text: string };
  received: ReactNode;
  children: ReactNode;
};

/**
 * One of the two forms. Without scripts it is a plain POST, and its URL shows the received view. The island
 * (app/islands/lead-form) takes over at the first interaction.
 */
export function LeadForm({ form, state, labelledBy, send, consent, failure, received, children }: Props) {
  const own = state?.form === form ? state : null;
  return (
    <div className={styles.stage}>
      <form
        className={styles.form}
        method="post"
        action={form === "contact" ? "/contact#message" : "/contact#application"}
        aria-labelledby={labelledBy}
        data-form={form}
      >
        <input type="hidden" name="form" value={form} />
        <div className={styles.trap} aria-hidden="true">
          <label htmlFor={`${form}-topic`}>Leave this empty</label>
          <input id={`${form}-topic`} name="topic" tabIndex={-1} autoComplete="off" />
        </div>
        {children}
        <div
          className={clsx(styles.notice, fields.wide)}
          role="alert"
          data-about={own?.problems ? "fields" : undefined}
        >
          {own ? (
            <>
              <b>{own.title ?? failure.title}</b>
              <p>{own.text ?? failure.text}</p>
            </>
          ) : null}
        </div>
        <div className={clsx(styles.foot, fields.wide)}>
          <button className={clsx(action.action, action.primary, styles.send)} type="submit">
            {send}
          </button>
          <p className={fields.hint}>Fields with a star (*) are required.</p>
        </div>
        <p className={clsx(styles.privacy, fields.wide)}>
          {consent} {privacyNotice.text} <a href={privacyNotice.href}>{privacyNotice.link}</a>.
        </p>
      </form>
      <div className={styles.received} data-received="" id={`${form}-received`} tabIndex={-1}>
        {received}
        <p className={styles.call} id={`${form}-call`} data-call="" tabIndex={-1}>
          {nextStep.text}{" "}
          <a className={clsx(action.action, action.primary)} href={nextStep.href}>
            {nextStep.link}
          </a>
        </p>
      </div>
    </div>
  );
}

/** The success message with its icon. */
export function ReceivedLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.sent}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="m3 8.5 3.2 3.2L13 4.5" />
      </svg>
      <span data-sent-line="">{children}</span>
    </p>
  );
}
