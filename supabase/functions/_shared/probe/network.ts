import { type Resolve, requestAt, resolveName } from "./public-address.ts";

export type Headers = {
  location: string | null;
  frameOptions: string | null;
  contentSecurityPolicy: string | null;
};

/** The network calls of the page probe. Tests replace them. */
export type Network = {
  resolve: Resolve;
  /** Requests `url` at exactly this IP address and reads only the headers. */
  head: (url: URL, ip: string, deadline: AbortSignal) => Promise<{ status: number; headers: Headers }>;
};

export const network: Network = {
  resolve: resolveName,
  head: (url, ip, signal) =>
    new Promise((done, fail) => {
      const headers = { Accept: "text/html", "User-Agent": "Upfunnel dashboard check" };
      const outgoing = requestAt(url, ip, headers, signal);
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
