import styles from "./account-link.module.css";

/**
 * Login, or Dashboard for somebody with a stored session (spec §2). Both words hold the place, so that nothing moves when
 * the site's script has looked; without it the link says Login, and /auth sends signed-in people on.
 */
export function AccountLink() {
  return (
    <a className={styles.link} href="/auth" data-account="">
      <span data-account-word="login">Login</span>
      <span data-account-word="dashboard">Dashboard</span>
    </a>
  );
}
