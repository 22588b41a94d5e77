import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Changes a cached answer before it is stored, and returns what takes the change back. Answers that are on their way are dropped:
 * they do not know the change. Taking back leaves alone what was read or changed since.
 */
export function changeCached<Data>(client: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): () => void {
  void client.cancelQueries({ queryKey, exact: true });
  const before = client.getQueryData<Data>(queryKey);
  if (before === undefined) return () => {};
  const after = client.setQueryData<Data>(queryKey, change(before));
  return () => client.setQueryData<Data>(queryKey, (held) => (held === after ? before : held));
}
