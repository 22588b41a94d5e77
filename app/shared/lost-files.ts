const lost = new WeakSet<object>();

// Not on the server.
globalThis.window?.addEventListener("vite:preloadError", ({ payload }) => lost.add(payload));

/**
 * Whether the error is about a file of the page that could not be loaded. Chromium remembers that a file failed, and answers every
 * later import of it with the same error. Only a reload helps.
 */
export const isFileLost = (error: unknown) => error instanceof Error && lost.has(error);
