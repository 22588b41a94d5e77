import type { AuthRequest } from "./auth-context.ts";
import { perAddress } from "./auth-limits.ts";
import { verify } from "./email-links.ts";
import { challengeFactor } from "./factors/challenge-factor.ts";
import { enrollFactor } from "./factors/enroll-factor.ts";
import { unenrollFactor } from "./factors/unenroll-factor.ts";
import { verifyFactor } from "./factors/verify-factor.ts";
import { finishUser } from "./finish-session.ts";
import { withChallenge } from "./pkce.ts";
import { resend } from "./resend.ts";
import { sendCode, sendMail } from "./send-mail.ts";
import { issueToken } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { updateUser } from "./update-user.ts";

/** The types that a body field can have. */
export type FieldType = "text" | "object" | "boolean";

/** One method of one path: its handler, and the parts of a request that reach it. All other parts are dropped. */
export type Route = {
  handle: (call: AuthRequest) => Promise<Response>;
  query?: readonly string[];
  body?: Readonly<Record<string, FieldType>>;
};

type Methods = Readonly<Record<string, Route>>;

const pass: Route["handle"] = (call) => call.forward();
const readUser: Route["handle"] = async (call) => {
  await call.count(`user:address:${call.address}`, perAddress.user);
  return finishUser(call, await call.forward());
};

const REDIRECT_PARAMS = ["redirect_to"] as const;
const CHALLENGE = { code_challenge: "text", code_challenge_method: "text" } as const;
const PERSON = { email: "text", phone: "text" } as const;

/**
 * Every route of `/auth/v1`. Paths that the product does not use stay closed. A part that starts with a colon matches
 * any name and appears in `segments`.
 */
const routes: Readonly<Record<string, Methods>> = {
  "/signup": {
    POST: {
      handle: withChallenge("signup", signUp),
      query: REDIRECT_PARAMS,
      body: { ...PERSON, ...CHALLENGE, password: "text", data: "object" },
    },
  },
  "/token": {
    POST: {
      handle: issueToken,
      query: ["grant_type", ...REDIRECT_PARAMS],
      body: { ...PERSON, password: "text", refresh_token: "text", auth_code: "text", code_verifier: "text" },
    },
  },
  "/logout": { POST: { handle: pass, query: ["scope"] } },
  "/recover": {
    POST: {
      handle: withChallenge("recovery", sendMail),
      query: REDIRECT_PARAMS,
      body: { email: "text", ...CHALLENGE },
    },
  },
  "/resend": { POST: { handle: resend, query: REDIRECT_PARAMS, body: { ...PERSON, type: "text" } } },
  "/otp": {
    POST: {
      handle: withChallenge("magiclink", sendCode),
      query: REDIRECT_PARAMS,
      body: { ...PERSON, ...CHALLENGE, data: "object", create_user: "boolean" },
    },
  },
  "/verify": {
    GET: { handle: verify, query: ["type", "token", ...REDIRECT_PARAMS] },
    POST: {
      handle: verify,
      query: REDIRECT_PARAMS,
      body: { ...PERSON, type: "text", token: "text", token_hash: "text" },
    },
  },
  "/user": {
    GET: { handle: readUser },
    PUT: {
      handle: withChallenge("email_change", updateUser),
      query: REDIRECT_PARAMS,
      body: { ...PERSON, ...CHALLENGE, password: "text", data: "object", nonce: "text" },
    },
  },
  "/factors": { POST: { handle: enrollFactor, body: { factor_type: "text", friendly_name: "text", issuer: "text" } } },
  "/factors/:id": { DELETE: { handle: unenrollFactor } },
  "/factors/:id/challenge": { POST: { handle: challengeFactor } },
  "/factors/:id/verify": { POST: { handle: verifyFactor, body: { challenge_id: "text", code: "text" } } },
  "/health": { GET: { handle: pass } },
  "/settings": { GET: { handle: pass } },
};

const table = Object.entries(routes).map(([path, methods]) => ({ parts: path.slice(1).split("/"), methods }));

/** The methods of a path and the values of its named parts. Undefined if the path does not exist. */
export function findRoute(path: string[]): { methods: Methods; segments: Record<string, string> } | undefined {
  const found = table.find(
    ({ parts }) =>
      parts.length === path.length && parts.every((part, index) => part.startsWith(":") || part === path[index]),
  );
  if (!found) return undefined;
  const named = found.parts.flatMap((part, index) =>
    part.startsWith(":") ? [[part.slice(1), path[index] as string]] : [],
  );
  return { methods: found.methods, segments: Object.fromEntries(named) };
}
