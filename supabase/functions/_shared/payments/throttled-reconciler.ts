import type { FunctionDeps } from "../deps.ts";
import { reconcilePayments } from "./reconcile.ts";

const INTERVAL_MS = 30_000;

/** Asks the provider at most twice a minute, at once after a start: what a dead process left behind is found then. */
export function createReconciler(): (deps: FunctionDeps) => Promise<void> {
  let next = 0;
  return async (deps) => {
    if (!deps.payments || Date.now() < next) return;
    next = Date.now() + INTERVAL_MS;
    await reconcilePayments(deps, deps.payments);
  };
}
