import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../supabase/database.types.ts";
import type { SpaceWatch } from "../disk/space-watch.ts";
import type { ReadHead, ReadyResponse } from "../rest-guard/read-lane.ts";

/** The Supabase project behind the host, in any of the three modes. */
export type Backend = {
  mode: "embedded" | "postgres" | "supabase";
  /** Answers `/auth/v1`, `/rest/v1` and `/storage/v1`. Absent when a hosted project answers them itself. */
  protocol?: (request: Request, address: string) => Promise<Response>;
  /** Answers repeated reads of `/rest/v1` faster. Returns undefined for every other request. */
  readRows?: (head: ReadHead) => Promise<ReadyResponse | undefined> | undefined;
  /** The project's address for browsers. In the embedded modes it is the host's own. */
  supabaseUrl?: string;
  publishableKey: string;
  secretKey: string;
  /** Uses the service role, which bypasses row-level security. Never pass unchecked visitor input to it. */
  service: SupabaseClient<Database>;
  /** Uses the rights of the caller in the Authorization header. */
  asCaller: (authorization: string | null, account?: string | null) => SupabaseClient<Database>;
  /** Runs a statement as the database's owner. Absent for a hosted project. */
  query?: <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>;
  /** The salt for one-way hashes of addresses. */
  hashSalt: string;
  /** How many connections to the database are in use. Absent for a hosted project. */
  connections?: () => { open: number; idle: number; waiting: number };
  /** Watches the disk of DATA_DIR. Absent for a hosted project. */
  space?: SpaceWatch;
  /** Whether the demo's people are in the database. */
  hasDemo: boolean;
  /** Work that can wait until the host answers. */
  afterStart?: (() => Promise<void>) | undefined;
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
};
