type Config = { supabaseUrl?: string; supabasePublishableKey?: string };

/** The timeout of one route before the next one is tried. */
const TIMEOUT_MS = 15_000;

let config: Promise<Config> | undefined;

/** The backend's URL. It loads with the island, so that it is known even if the host fails later. */
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

/**
 * Sends JSON to the backend with the visitor's key. The request completes even when the visitor leaves the page. Throws without a
 * response.
 */
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
/** What the visitor must correct first. */
export type Rejected = { problems: Record<string, string>; title?: string; text?: string };

/** The field errors in a function's response; null for any other refusal or failure. */
export async function readRejection(response: Response): Promise<Rejected | null> {
  if (response.status !== 400) return null;
  const body = (await response.json().catch(() => ({}))) as {
    fields?: Record<string, string>;
    title?: string;
    error?: string;
  };
  return body.fields ? { problems: body.fields, title: body.title ?? "", text: body.error ?? "" } : null;
}
