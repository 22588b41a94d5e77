import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";

export type SingleFlight = {
  name: string;
  /** Runs the work, or waits for the run that is going on. Never rejects. */
  run: () => Promise<void>;
  isRunning: () => boolean;
  whenIdle: () => Promise<void>;
};

/** Work of a timer that runs once at a time. A failure is logged once until a run succeeds. */
export function singleFlight(name: string, log: FunctionDeps["log"], work: () => Promise<void>): SingleFlight {
  let current: Promise<void> | undefined;
  let isFailing = false;
  const attempt = async () => {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log(`${name} failed`, { error: error instanceof Error ? error.message : String(error) });
      isFailing = true;
    } finally {
      current = undefined;
    }
  };
  const run = () => {
    current ??= attempt();
    return current;
  };
  return { name, run, isRunning: () => current !== undefined, whenIdle: async () => current };
}
