import { lookup } from "node:dns/promises";
import { request } from "node:https";

export type Headers = {
  location: string | null;
  frameOptions: string | null;
  contentSecurityPolicy: string | null;
};

/** The network calls of the page probe. Tests replace them. */
export type Network = {
  /** All addresses of a name. */
  resolve: (hostname: string) => Promise<string[]>;
  /** Requests `url` at exactly this IP address and reads only the headers. */
  head: (url: URL, ip: string, deadline: AbortSignal) => Promise<{ status: number; headers: Headers }>;
};

export const network: Network = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  head: (url, ip, signal) =>
    new Promise((done, fail) => {
      const outgoing = request({
        // Connects to the checked address without a second lookup. The certificate must still match the name.
        host: ip,
        port: 443,
        servername: url.hostname,
        path: `${url.pathname}${url.search}`,
        method: "GET",
        headers: { Host: url.host, Accept: "text/html", "User-Agent": "Upfunnel dashboard check" },
        agent: false,
        maxHeaderSize: 16 * 1024,
        signal,
      });
      outgoing.once("error", fail);
      outgoing.once("response", (response) => {
        const { location, "x-frame-options": frames, "content-security-policy": policy } = response.headers;
        done({
          status: response.statusCode ?? 0,
          headers: {
            location: location ?? null,
            frameOptions: typeof frames === "string" ? frames : null,
            contentSecurityPolicy: policy === undefined ? null : String(policy),
          },
        });
        outgoing.destroy();
      });
      outgoing.end();
    }),
};
