import { MAX_PAGE_BYTES } from "../../../../domain/landing/import/import-limits.ts";
import { decodePage } from "../../../../domain/landing/import/page-file.ts";
import { type FetchNetwork, FetchProblem, fetchPublic } from "../probe/fetch-public.ts";

const LIMITS = { maxBytes: MAX_PAGE_BYTES, timeoutMs: 15_000 };

/** Reads a page's HTML and where it is in the end. Throws FetchProblem; `refused` also if it is not a page. */
export async function fetchPage(address: string, network?: FetchNetwork): Promise<{ html: string; address: string }> {
  const headers = { Accept: "text/html", "Accept-Language": "en", "User-Agent": "Upfunnel page import" };
  const file = await fetchPublic(address, { headers, ...LIMITS }, network);
  if (!file || !/^(text\/html|application\/xhtml\+xml)\b/i.test(file.type)) throw new FetchProblem("refused");
  return { html: decodePage(file.body, file.type), address: file.address };
}
