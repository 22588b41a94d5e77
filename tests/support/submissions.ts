import { createClient } from "@supabase/supabase-js";
import { query } from "../../server/database/query.ts";
import { createFunctions } from "../../server/functions/functions.ts";
import { memoryRateLimiter } from "../../server/rate-limit/rate-limiter.ts";
import type { Database } from "../../supabase/database.types.ts";
import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import { openProtocol, post, SITE, type TestProtocol } from "./protocol.ts";

type Reply = { error?: string; code?: string; title?: string; fields?: Record<string, string>; success?: boolean };
type Functions = ReturnType<typeof createFunctions>;

/** The form functions with an in-memory database, as the host mounts them. */
export async function openSubmissions() {
  const protocol = await openProtocol();
  const logged: unknown[] = [];
  const deps = submissionDeps(protocol, logged);
  const functions = createFunctions(deps, memoryRateLimiter(0));
  const rows = (text: string, parameters: unknown[] = []) => query(protocol.connection, text, parameters);
  return {
    protocol,
    deps,
    functions,
    logged,
    rows,
    one: async (text: string, parameters: unknown[] = []) => (await rows(text, parameters))[0],
    send: async (form: "contact" | "application", body: unknown, run: Functions = functions) => {
      const request = new Request(`${SITE}/functions/v1/send-${form}-email`, post(body));
      const response = await run(request, "192.0.2.9");
      return { status: response.status, reply: (await response.json()) as Reply, headers: response.headers };
    },
  };
}

function submissionDeps(protocol: TestProtocol, logged: unknown[]): FunctionDeps {
  const service = createClient<Database>(SITE, protocol.keys.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => protocol.send(String(input).slice(SITE.length), init) },
  });
  const unused = () => Promise.reject(new Error("no function of a form does this"));
  return {
    service,
    asCaller: () => service,
    secretKey: "",
    siteUrl: SITE,
    address: "",
    now: () => new Date(),
    mailProvider: "test",
    sendMail: unused,
    renderMail: unused,
    probePage: async () => ({ kind: "unreachable", reason: "connection" }),
    renderInvoice: unused,
    renderStatement: unused,
    resolveDns: async () => [],
    log: (event, details) => logged.push([event, details]),
  };
}

let people = 0;

/** An address that no one else uses in this run. */
export const newPerson = () => `person-${++people}@example.com`;

/** A contact message in the format of the form. */
export const contactBody = (more: object = {}) => ({
  firstName: "Dana",
  lastName: "Reyes",
  email: newPerson(),
  company: "",
  adSpend: "Less than $5,000",
  goals: "Ten calls a week",
  interests: [],
  ...more,
});

/** An application's lead in the format of the form. */
export const applicationLead = (more: object = {}) => ({
  full_name: "Dana Reyes",
  email: newPerson(),
  company: "Reyes Studio",
  target_new_clients_per_month: "10",
  ...more,
});
