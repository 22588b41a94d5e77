import type { Page } from "@playwright/test";
import { createClient, type Session } from "@supabase/supabase-js";
import type { Database } from "../../supabase/database.types.ts";
import { PROJECT_KEYS } from "./project-keys.ts";

type Config = { supabaseUrl: string; supabasePublishableKey: string };

/** The password of all demo accounts (contract: Demo accounts). */
export const DEMO_PASSWORD = "demo-password";
/** The browser client's storage key for its session. */
const SESSION_KEY = "upfunnel-auth";

async function clientWith(hostUrl: string, key?: string) {
  const config = (await (await fetch(`${hostUrl}/config.json`)).json()) as Config;
  return createClient<Database>(config.supabaseUrl, key ?? config.supabasePublishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** A client of the tested host, as another program would use it. */
export const apiClient = (hostUrl: string) => clientWith(hostUrl);

/** A client with the rights of the service role, for what no person can do. */
export const serviceClient = (hostUrl: string) => clientWith(hostUrl, PROJECT_KEYS.SECRET_KEY);

/** A signed-in client. */
export async function signedInClient(hostUrl: string, email: string, password = DEMO_PASSWORD) {
  const client = await apiClient(hostUrl);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw new Error(`${email} cannot sign in: ${error.message}`);
  return { client, session: data.session };
}

/** Opens the product as a person who signed in before: the session is stored, as after a visit to /auth. */
export async function signInAs(page: Page, hostUrl: string, email: string, password = DEMO_PASSWORD): Promise<void> {
  const { session } = await signedInClient(hostUrl, email, password);
  await storeSession(page, session);
}

/** Stores a session where the browser's client looks for it. */
export async function storeSession(page: Page, session: Session): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      // A frame with an opaque origin has no storage.
      if (self !== top) return;
      if (sessionStorage.getItem("seeded") === null) localStorage.setItem(key, value);
      sessionStorage.setItem("seeded", "1");
    },
    [SESSION_KEY, JSON.stringify(session)] as const,
  );
}

let number = 0;

/** An address that no one else uses. */
export function newEmail(name: string): string {
  number += 1;
  return `${name}-${process.pid}-${Date.now().toString(36)}-${number}@example.com`;
}
