import type { ReactNode } from "react";
import { LoadError } from "./load-error.tsx";

type Query<Data> = { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown };
type Props<Data> = {
  query: Query<Data>;
  /** The message after a failed load. */
  errorMessage: string;
  /** A skeleton in the shape of the content. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows a query's result, its skeleton while it loads, or the reason for a failure. Loaded data stays visible. */
export function QueryBoundary<Data>({ query, errorMessage, skeleton, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadError text={errorMessage} error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
