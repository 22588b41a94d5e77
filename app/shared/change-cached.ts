import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Changes a cached result before it is saved, and returns a function that reverts the change. It cancels running fetches, because
 * their results lack the change. The revert keeps data that was fetched or changed later.
 */
export function changeCached<Data>(client: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): () => void {
  void client.cancelQueries({ queryKey, exact: true });
  const before = client.getQueryData<Data>(queryKey);
  if (before === undefined) return () => {};
  const after = client.setQueryData<Data>(queryKey, change(before));
  return () => client.setQueryData<Data>(queryKey, (held) => (held === after ? before : held));
}
