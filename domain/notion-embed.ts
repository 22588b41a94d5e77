/** A page id is 32 hexadecimal digits, alone or after a title and a dash. Notion also writes it with dashes. */
const PAGE_ID = /(?:^|-)((?:[0-9a-f]{32})|(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))/gi;
const ID_LENGTH = 32;

/**
 * The address that shows a Notion page in a frame: on the same host, with the first 32 characters of the page's id and
 * the chosen database view (spec §9). Null if it is not a page of notion.so, notion.com or notion.site.
 */
export function notionEmbedUrl(address: string): string | null {
  const url = notionUrl(address);
  const id = url && notionPageId(url.pathname);
  if (!id) return null;
  const view = pageIdOf(url.searchParams.get("v") ?? "");
  return `https://${url.hostname}/ebd/${id}${view ? `?v=${view}` : ""}`;
}

/**
 * The id in an address's path, without dashes and in lower case. The last one counts, because titles come before ids.
 */
function notionPageId(pathname: string): string | null {
  for (const segment of pathname.split("/").reverse()) {
    const id = pageIdOf(segment);
    if (id) return id;
  }
  return null;
}

/** Spec §5, exactly: the check 2 seconds after a dashboard opens flags these addresses. */
export function isSuspectUrl(address: string): boolean {
  return !address.includes("notion.so") || address.includes("fake") || address.includes("test");
}

function notionUrl(address: string): URL | null {
  const trimmed = address.trim();
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  if (!isWeb || url.port || url.username || url.password) return null;
  return /^(.+\.)?notion\.(so|com)$|^.+\.notion\.site$/.test(url.hostname) ? url : null;
}

function pageIdOf(segment: string): string | null {
  const last = [...segment.matchAll(PAGE_ID)].at(-1)?.[1];
  return last ? last.replaceAll("-", "").slice(0, ID_LENGTH).toLowerCase() : null;
}

const SAMPLE_PAGES = "/dev/notion/";

/**
 * The path where the demo's host shows a sample page for a seeded dashboard, because its workspace does not exist at
 * Notion. Null for any other address. The seed's addresses are https://www.notion.so/upfunnel/… and
 * https://upfunnel.notion.site/….
 */
export function samplePagePath(address: string): string | null {
  const url = notionUrl(address);
  const isSeeded =
    url?.hostname === "upfunnel.notion.site" ||
    (url?.hostname === "www.notion.so" && url.pathname.startsWith("/upfunnel/"));
  const id = isSeeded && notionPageId(url.pathname);
  return id ? SAMPLE_PAGES + id : null;
}
