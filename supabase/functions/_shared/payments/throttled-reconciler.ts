import type { FunctionDeps } from "../deps.ts";
import { reconcilePayments } from "./reconcile.ts";

const INTERVAL_MS = 30_000;

/** Reconciles at most twice a minute, and right after a start, to find what a stopped process left behind. */
export function createReconciler(): (deps: FunctionDeps) => Promise<void> {
  let next = 0;
  return async (deps) => {
    // A clock that never jumps.
    if (!deps.payments || performance.now() < next) return;
    next = performance.now() + INTERVAL_MS;
    await reconcilePayments(deps, deps.payments);
  };
}
