import type { Page } from "@playwright/test";
import { codeOf } from "./authenticator.ts";
import { newAccount } from "./new-account.ts";
import { signedInClient, storeSession } from "./session.ts";

const STEP_MS = 30_000;

/**
 * An authenticator app. Each code is from a later time step than the one before, because no code works twice. The
 * server also accepts the next step, so the first two codes work at once.
 */
export class Authenticator {
  readonly #key: string;
  #last = 0;

  constructor(key: string) {
    this.#key = key.replaceAll(" ", "");
  }

  next(): string {
    this.#last = Math.max(this.#last + 1, Math.floor(Date.now() / STEP_MS));
    return codeOf(this.#key, 0, this.#last * STEP_MS);
  }

  /** Six digits that are not a valid code in these minutes. */
  wrong(): string {
    const near = [-90, -60, -30, 0, 30, 60, 90].map((seconds) => codeOf(this.#key, seconds));
    const free = Array.from({ length: near.length + 1 }, (_, at) => String(at).repeat(6));
    return free.find((code) => !near.includes(code)) ?? "";
  }
}

/** Sets up an app for an API client that then has given its code. Uses the app's first code. */
export async function setUpApp(client: Awaited<ReturnType<typeof signedInClient>>["client"], name: string) {
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: name });
  if (enrolled.error) throw enrolled.error;
  const app = new Authenticator(enrolled.data.totp.secret);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: app.next() });
  if (verified.error) throw verified.error;
  return app;
}

/** A new person with an authenticator app whose client and session have given its code. */
export async function newAccountWithApp(hostUrl: string, accountType: "sales" | "client" = "client", name = "Phone") {
  const account = await newAccount(hostUrl, accountType);
  const { client } = await signedInClient(hostUrl, account.email, account.password);
  const app = await setUpApp(client, name);
  return { ...account, client, app };
}

/** Opens the product with a client's current session. */
export async function continueAs(page: Page, client: Awaited<ReturnType<typeof signedInClient>>["client"]) {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error("The client is not signed in");
  await storeSession(page, data.session);
}
