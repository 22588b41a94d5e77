import { ActionLink } from "./action-link.tsx";
import { Rise } from "./rise.tsx";
import { Stars } from "./stars.tsx";

/** Spec §2: 'Oops! Page not found' with a link to home. */
export function NotFoundScreen() {
  return (
    <section className="not-found ink-band under-bars on-ink" aria-labelledby="not-found-title">
      <Stars />
      <Rise className="rise-closing" width={760} height={620} lines={23} hot={15} />
      <div className="wrap">
        <p className="not-found-code num">404</p>
        <h1 className="title-hero" id="not-found-title">
          Oops! Page not found
        </h1>
        <p className="lead">The address has moved, or was never one of ours. The way back is short.</p>
        <p className="actions">
          <ActionLink href="/" weight="primary">
            Return to home
          </ActionLink>
          <ActionLink href="/contact" weight="text">
            Ask us where it went
          </ActionLink>
        </p>
      </div>
    </section>
  );
}
