type Config = { supabaseUrl?: string; supabasePublishableKey?: string };

/** How long one way may take before the next is tried. */
const TIMEOUT_MS = 15_000;

let config: Promise<Config> | undefined;

/** Where the backend is. Asked for with the island, so that it is known even when the host goes away meanwhile. */
function loadConfig(): Promise<Config> {
  config ??= fetch("/config.json")
    .then((response) => response.json() as Promise<Config>)
    .catch(() => {
      config = undefined;
      return {};
    });
  return config;
}
void loadConfig();

/** Sends JSON to the backend with the visitor's key. It arrives also when the page is left meanwhile. Throws without an answer. */
export async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const { supabaseUrl = "", supabasePublishableKey = "" } = await loadConfig();
  return fetch(`${supabaseUrl}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: supabasePublishableKey, ...headers },
    body: JSON.stringify(body),
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

export type Sent = { sent: string };
/** What the sender has to mend first. */
export type Rejected = { problems: Record<string, string>; title?: string; text?: string };

/** The answer of a function that refused fields by name; null when it refused, or failed, otherwise. */
export async function readRejection(response: Response): Promise<Rejected | null> {
  if (response.status !== 400) return null;
  const body = (await response.json().catch(() => ({}))) as {
    fields?: Record<string, string>;
    title?: string;
    error?: string;
  };
  return body.fields ? { problems: body.fields, title: body.title ?? "", text: body.error ?? "" } : null;
}
