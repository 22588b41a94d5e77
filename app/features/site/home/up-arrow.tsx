import offer from "./offer.module.css";

/** Leads on, and upward. */
export function UpArrow() {
  return (
    <svg className={offer.arrow} viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <path d="M3 11 11 3M4.5 3H11v6.5" />
    </svg>
  );
}
