import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<{ isAway: boolean }>();

/** The database cannot be reached, in an error of code that calls it without HTTP. */
export class DatabaseAway extends Error {}

/** Notes when the project answers with 503 or not at all, for the call of a function that needed it. */
export function noteOutages(fetcher: typeof fetch): typeof fetch {
  return async (input, init) => {
    const note = () => {
      const call = scope.getStore();
      if (call) call.isAway = true;
    };
    try {
      const response = await fetcher(input, init);
      if (response.status === 503) note();
      return response;
    } catch (error) {
      note();
      throw error;
    }
  };
}

/** Runs the work and returns, with its result or error, whether the project was away in the meantime. */
export async function withOutages<Result>(
  work: () => Promise<Result>,
): Promise<{ result?: Result; error?: unknown; isAway: boolean }> {
  const call = { isAway: false };
  try {
    return { result: await scope.run(call, work), isAway: call.isAway };
  } catch (error) {
    return { error, isAway: call.isAway || error instanceof DatabaseAway };
  }
}
