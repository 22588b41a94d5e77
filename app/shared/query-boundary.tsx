import type { ReactNode } from "react";
import { LoadError } from "./load-error.tsx";

type Query<Data> = { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown };
type Props<Data> = {
  query: Query<Data>;
  /** What is said when it could not be loaded. */
  errorMessage: string;
  /** In the shape of what comes. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What a query answered; before that its shape, and in place of it why there is none. What is there already stays. */
export function QueryBoundary<Data>({ query, errorMessage, skeleton, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadError text={errorMessage} error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
