import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../supabase/database.types.ts";

/** The Supabase project behind the host, whichever of the three it is. */
export type Backend = {
  mode: "embedded" | "postgres" | "supabase";
  /** Answers `/auth/v1`, `/rest/v1` and `/storage/v1`; absent when a hosted project answers them itself. */
  protocol?: (request: Request, address: string) => Promise<Response>;
  /** The project's address as a browser must use it; in the embedded modes that is the host's own. */
  supabaseUrl?: string;
  publishableKey: string;
  secretKey: string;
  /** Acts with the service role: past row-level security, never with anything that a visitor sent unchecked. */
  service: SupabaseClient<Database>;
  /** Acts as whoever sent the Authorization header, within their rights. */
  asCaller: (authorization: string | null) => SupabaseClient<Database>;
  /** Salt for one-way hashes of addresses. */
  hashSalt: string;
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
};
