import { withReturnPath } from "./return-path.ts";

/**
 * Where a session stands with two-step sign-in: the person has no factor, has given the code, still has to give it, or
 * has to set a factor up because the agency requires one.
 */
export type SecondFactorState = "none" | "given" | "needed" | "required";

const PAGE_BY_STATE: Partial<Record<SecondFactorState, string>> = { needed: "/auth/code", required: "/auth/set-up" };

/** The page that such a session must pass before it may open `wanted`; null when it may go on. */
export function secondFactorPage(state: SecondFactorState, wanted: string | null): string | null {
  const page = PAGE_BY_STATE[state];
  return page ? withReturnPath(page, wanted) : null;
}
