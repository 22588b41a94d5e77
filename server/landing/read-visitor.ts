import { createHash } from "node:crypto";
import { isbot } from "isbot";
import { BROWSER_KEY_LENGTH, MAX_USER_AGENT_LENGTH, visitorOf } from "../../domain/landing/visitor.ts";
import type { Visit } from "./is-visit.ts";

const MAX_BROWSERS = 2_000;

/** Identifies browsers by a short hash, because a user agent can be half a kilobyte long. Null for programs. */
function createBrowserHasher(): (userAgent: string | undefined) => string | null {
  const known = new Map<string, string | null>();
  return (userAgent = "") => {
    const browser = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
    let key = known.get(browser);
    if (key === undefined) {
      const isProgram = browser === "" || isbot(browser);
      key = isProgram ? null : createHash("sha256").update(browser).digest("base64url").slice(0, BROWSER_KEY_LENGTH);
      if (known.size >= MAX_BROWSERS) known.clear();
      known.set(browser, key);
    }
    return key;
  };
}

/** Reads who visits: their address and browser. Null for programs, which are neither counted nor in a test. */
export function createVisitorReader(): (visit: Visit) => string | null {
  const browserKey = createBrowserHasher();
  return (visit) => {
    const browser = browserKey(visit.header("user-agent"));
    return browser === null ? null : visitorOf(visit.address(), browser);
  };
}
