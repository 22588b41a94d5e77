/** What is known about a page request. */
export type Visit = {
  host: string;
  query: string;
  address: () => string;
  header: (name: string) => string | undefined;
};

/** Whether a request counts as a view. Prefetches, scripts, and the page after its own form do not. */
export function isVisit({ query, header }: Visit): boolean {
  const purpose = `${header("sec-purpose") ?? ""}${header("purpose") ?? ""}${header("x-moz") ?? ""}`;
  if (/prefetch|preview/i.test(purpose)) return false;
  const kind = header("sec-fetch-dest");
  // A script that fetches its own page is not a visitor.
  if (kind !== undefined && kind !== "document") return false;
  return query === "" || !/[?&](sent|problem|preview)=/.test(query);
}
