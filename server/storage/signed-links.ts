import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Claims } from "./storage-caller.ts";
import { StorageProblem } from "./storage-problem.ts";

/** A link to a file. It names the row's id, so it does not open another file that gets the same name later. */
export type DownloadLink = { for: "download"; bucket: string; name: string; id: string; transform: string };
/** A link to upload one file, in the name of the caller whose claims it keeps. */
export type UploadLink = { for: "upload"; bucket: string; name: string; upsert: boolean; claims: Claims };

type Link = DownloadLink | UploadLink;

/** A week. A link that must live longer belongs into a public bucket. */
export const MAX_LINK_SECONDS = 7 * 24 * 3600;
/** As on hosted projects. */
export const UPLOAD_LINK_SECONDS = 2 * 3600;
const MAX_TOKEN_LENGTH = 6 * 1024;

export type LinkSigner = {
  sign: (link: Link, seconds: number) => string;
  /** The link of a token. Throws InvalidSignature and, after its time, InvalidJWT. */
  read: <Kind extends Link["for"]>(token: string | undefined, kind: Kind) => Extract<Link, { for: Kind }>;
};

/**
 * Signs links with a key of their own. It is derived from the access-token secret, so that all hosts have the same one,
 * but neither kind of token is valid as the other.
 */
export function createLinkSigner(jwtSecret: string, now: () => number = Date.now): LinkSigner {
  const key = Buffer.from(hkdfSync("sha256", jwtSecret, "", "upfunnel storage links", 32));
  const signatureOf = (payload: string) => createHmac("sha256", key).update(payload).digest("base64url");
  return {
    sign(link, seconds) {
      const ends = Math.floor(now() / 1000) + seconds;
      const payload = Buffer.from(JSON.stringify({ ...link, exp: ends })).toString("base64url");
      return `${payload}.${signatureOf(payload)}`;
    },
    read(token, kind) {
      const [payload = "", signature = "", ...more] = (token ?? "").slice(0, MAX_TOKEN_LENGTH).split(".");
      const right = Buffer.from(signatureOf(payload));
      const given = Buffer.from(signature);
      if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
        throw new StorageProblem("InvalidSignature", "The link isn't valid");
      const link = JSON.parse(Buffer.from(payload, "base64url").toString()) as Link & { exp: number };
      if (link.for !== kind) throw new StorageProblem("InvalidSignature", "The link isn't valid");
      if (link.exp * 1000 <= now()) throw new StorageProblem("InvalidJWT", "The link has expired");
      return link as unknown as Extract<Link, { for: typeof kind }>;
    },
  };
}

/** The lifetime of a link in seconds. Throws InvalidRequest if it is not from one second to a week. */
export function readLifetime(seconds: unknown): number {
  if (typeof seconds !== "number" || !Number.isInteger(seconds) || seconds < 1)
    throw new StorageProblem("InvalidRequest", "expiresIn must be a whole number of seconds");
  if (seconds > MAX_LINK_SECONDS)
    throw new StorageProblem("InvalidRequest", `A link lives at most ${MAX_LINK_SECONDS} seconds`);
  return seconds;
}
