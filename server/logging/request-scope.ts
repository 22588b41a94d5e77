import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<string>();

/** Runs a request. Lines that are logged in the meantime have its id. */
export const withRequestId = <Result>(id: string, work: () => Result): Result => scope.run(id, work);

/** The id of the running request. Undefined in the host's own work. */
export const currentRequestId = (): string | undefined => scope.getStore();
