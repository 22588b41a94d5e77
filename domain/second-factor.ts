import { withReturnPath } from "./return-path.ts";

/**
 * A session's state in two-step sign-in: the person has no factor, has given the code, still has to give it, or has to
 * set up a factor because the agency requires one.
 */
export type SecondFactorState = "none" | "given" | "needed" | "required";

const PAGE_BY_STATE: Partial<Record<SecondFactorState, string>> = { needed: "/auth/code", required: "/auth/set-up" };

/** The page that a session must pass before it may open `wanted`. Null if it may continue. */
export function secondFactorPage(state: SecondFactorState, wanted: string | null): string | null {
  const page = PAGE_BY_STATE[state];
  return page ? withReturnPath(page, wanted) : null;
}
