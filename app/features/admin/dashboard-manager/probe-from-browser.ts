import { loadConfig } from "~/shared/config.ts";
import { samplePagePath } from "../../../../domain/notion-embed.ts";

/** The frame gives up after 8 s; the rest is its own loading. */
const TIMEOUT_MS = 12_000;

/**
 * The dashboard test of spec §7: whether a no-cors GET of the address from this browser gets an answer. It leaves from a frame
 * whose policy allows any https address; the portal's own policy does not. The demo's sample pages are on our own host.
 */
export async function probeFromBrowser(address: string): Promise<boolean> {
  const { demo } = await loadConfig();
  const sample = demo && samplePagePath(address);
  if (!sample) return URL.canParse(address) && new URL(address).protocol === "https:" && (await probeUrl(address));
  const options = { mode: "no-cors", credentials: "omit", cache: "no-store" } as const;
  return fetch(sample, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
}

function probeUrl(address: string): Promise<boolean> {
  const frame = document.createElement("iframe");
  const control = new AbortController();
  return new Promise<boolean>((answer) => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      // The frame has an origin of its own, which has no name.
      if (data?.probe === "ready") frame.contentWindow?.postMessage({ probe: address }, "*");
      else if (typeof data?.probed === "boolean") answer(data.probed);
    };
    addEventListener("message", listen, { signal: control.signal });
    const timer = setTimeout(() => answer(false), TIMEOUT_MS);
    control.signal.addEventListener("abort", () => clearTimeout(timer));
    frame.src = "/dashboard-probe";
    frame.hidden = true;
    frame.title = "Dashboard test";
    document.body.append(frame);
  }).finally(() => {
    control.abort();
    frame.remove();
  });
}
