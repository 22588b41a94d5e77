import { App } from "@supabase/lite";
import type { DatabaseConnection } from "../database/connect.ts";
import { asRequest } from "../database/request-context.ts";
import type { Secrets } from "./secrets.ts";
import { cacheVerifiedTokens } from "./token-cache.ts";

/** A stolen token expires soon, even if no one notices. A token of an ended session is refused immediately. */
const ACCESS_TOKEN_SECONDS = 900;
/** How long email links and codes work (the library's default is an hour). */
export const LINK_SECONDS = 600;
/** How long the link of a sign-up works. It opens nothing that a stranger could want, and people read email late. */
export const CONFIRMATION_SECONDS = 24 * 3600;
/** Spec §9: minimum password length. */
const MIN_PASSWORD_LENGTH = 6;
const MAX_ROWS_PER_REQUEST = 1000;

/** The embedded Supabase protocol over a database. Every insecure default of the library is replaced. */
export function createLiteApp(connection: DatabaseConnection, secrets: Secrets, siteUrl: string): App {
  const app = new App({
    connection,
    api: { enabled: true, schemas: ["public"], extra_search_path: ["public"], max_rows: MAX_ROWS_PER_REQUEST },
    auth: {
      enabled: true,
      site_url: siteUrl,
      additional_redirect_urls: [],
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      jwt_expiry: ACCESS_TOKEN_SECONDS,
      enable_refresh_token_rotation: true,
      refresh_token_reuse_interval: 10,
      minimum_password_length: MIN_PASSWORD_LENGTH,
      enable_signup: true,
      email: {
        enable_signup: true,
        enable_confirmations: true,
        // True would finish an email change from the current mailbox alone. False requires the new one.
        double_confirm_changes: false,
        otp_length: 8,
        otp_expiry: LINK_SECONDS,
      },
    },
    storage: { enabled: false },
    options: {
      server: { disableStudio: true, disableFallback: true, admin: false, middlewares: [cacheVerifiedTokens()] },
    },
  } as unknown as ConstructorParameters<typeof App>[0]) as App;
  const answer = app.fetch.bind(app);
  app.fetch = (request) => asRequest(request, () => answer(request));
  return app;
}
