/** What is known of somebody who asks for a page. */
export type Visit = {
  host: string;
  query: string;
  address: () => string;
  header: (name: string) => string | undefined;
};

/** Prefetches, scripts, and the page after its own form are not views. */
export function isVisit({ query, header }: Visit): boolean {
  const purpose = `${header("sec-purpose") ?? ""}${header("purpose") ?? ""}${header("x-moz") ?? ""}`;
  if (/prefetch|preview/i.test(purpose)) return false;
  const kind = header("sec-fetch-dest");
  // A script that fetches its own page is nobody who reads it.
  if (kind !== undefined && kind !== "document") return false;
  return query === "" || !/[?&](sent|problem|preview)=/.test(query);
}
