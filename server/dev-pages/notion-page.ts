import { html, raw } from "hono/html";
import type { Backend } from "../backend/backend.ts";
import { createRandom, sampleCampaigns, sampleLeads, sampleWeeks } from "./sample-rows.ts";
import { renderCampaigns, renderLeadBoard, renderLeadTable, renderWeeks } from "./sample-views.ts";

type Page = { id: string; title: string; business: string; kind: string };
/** Options from the address: the key of a view, and the visitor's theme. */
type Options = { view: string | null; theme: string | null };
type View = { name: string; key: string; content: ReturnType<typeof html> };

/** Only our own pages may frame this page. The host's other responses may not be framed at all. */
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};

/**
 * The demo's `/dev/notion/<id>`: a sample page in place of the shared page of a seeded dashboard. Null if no dashboard
 * has this id.
 */
export async function handleSamplePage(request: Request, id: string, backend: Backend): Promise<Response | null> {
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const { data, error } = await backend.service
    .from("client_dashboards")
    .select("business_name, dashboard_title, notion_database_url")
    .like("notion_database_url", `%-${id}%`)
    .limit(1);
  if (error) return Response.json({ error: error.message }, { status: 503 });
  const dashboard = data[0];
  if (!dashboard) return null;
  const { business_name: business, dashboard_title: kind, notion_database_url: address } = dashboard;
  const slug = new URL(address).pathname.split("/").at(-1) ?? "";
  const title = slug.slice(0, -id.length - 1).replaceAll("-", " ");
  const { searchParams: params } = new URL(request.url);
  const options = { view: params.get("view"), theme: params.get("theme") };
  return new Response(renderSamplePage({ id, title, business, kind }, options, new Date()), { headers: HEADERS });
}

/**
 * Renders the page without scripts: its views are links. The same id always gives the same rows, in the days before
 * `now`.
 */
function renderSamplePage(page: Page, options: Options, now: Date): string {
  const views = viewsOf(page, now);
  const open = views.find(({ key }) => key === options.view) ?? views[0];
  const theme = options.theme === "dark" || options.theme === "light" ? options.theme : undefined;
  const link = (key: string) => `/dev/notion/${page.id}?${new URLSearchParams({ view: key, ...(theme && { theme }) })}`;
  return String(html`<!doctype html><html lang="en" ${theme ? raw(`style="color-scheme:${theme}"`) : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title><meta name="robots" content="noindex"><style>${raw(STYLE)}</style></head><body>
<main><p class="path">Upfunnel <span aria-hidden="true">/</span> ${page.business}</p>
<h1>${page.title}</h1>
<p class="note">This is a demo page. A real client sees their own shared Notion page here.</p>
<nav aria-label="Views">${views.map(
    ({ name, key }) => html`<a href="${link(key)}" ${key === open?.key ? raw('aria-current="page"') : ""}>${name}</a>`,
  )}</nav>${open?.content}</main></body></html>`);
}

function viewsOf({ id, business, kind }: Page, now: Date): View[] {
  const draw = createRandom(id);
  if (kind === "Campaign Analytics")
    return [{ name: "This month", key: "campaigns", content: renderCampaigns(sampleCampaigns(draw)) }];
  if (kind === "Client Reporting")
    return [{ name: "Weekly report", key: "weeks", content: renderWeeks(sampleWeeks(draw, now)) }];
  const leads = sampleLeads(business, draw, now);
  const views = [
    { name: "All leads", key: "all", content: renderLeadTable(leads) },
    { name: "By status", key: "board", content: renderLeadBoard(leads) },
  ];
  return kind === "Sales Pipeline" ? views.reverse() : views;
}

const STYLE = `
:root{color-scheme:light dark;--page:light-dark(#fff,#191919);--ink:light-dark(#37352f,#e6e5e2);--quiet:light-dark(#6b6a66,#9d9c98);--line:light-dark(#e9e9e7,#2f2f2f);--wash:light-dark(#f7f7f5,#202020);--card:light-dark(#fff,#252525)}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:14px/20px ui-sans-serif,system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}
main{max-width:1080px;margin:0 auto;padding:20px 56px 40px}.path,.note{margin:0;color:var(--quiet);font-size:12px;line-height:16px}
h1{margin:20px 0 4px;font-size:28px;line-height:36px;letter-spacing:-.01em}nav{display:flex;gap:16px;margin-top:20px;border-bottom:1px solid var(--line)}
nav a{padding:8px 0;color:var(--quiet);text-decoration:none}nav a:hover{color:var(--ink)}nav a[aria-current]{color:var(--ink);box-shadow:inset 0 -2px var(--ink)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}.scroll{overflow-x:auto}.scroll:focus-visible{outline-offset:-2px}
table{width:100%;border-collapse:collapse;white-space:nowrap;font-size:13px}th,td{padding:7px 10px;border-bottom:1px solid var(--line);text-align:left}th{color:var(--quiet);font-weight:400}
th+th,td+td{border-left:1px solid var(--line)}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}b{font-weight:500}tbody tr:hover{background:var(--wash)}
em{display:inline-block;padding:0 7px;border-radius:4px;font-style:normal;font-size:12px;line-height:20px;white-space:nowrap}
.grey{background:light-dark(#e9e8e6,#373737);color:light-dark(#4b4a46,#d3d2cf)}.yellow{background:light-dark(#fbecc8,#564328);color:light-dark(#6b4e0b,#f2dcae)}.blue{background:light-dark(#d6e8f7,#28456c);color:light-dark(#1d4468,#c4defa)}
.green{background:light-dark(#dbecdb,#2b593f);color:light-dark(#1f4a30,#c3ead0)}.red{background:light-dark(#fde0dc,#6e3630);color:light-dark(#7a271c,#fad3cd)}
.board{display:grid;grid-template-columns:repeat(5,minmax(168px,1fr));gap:10px;padding:14px 0}section{padding:8px;border-radius:8px;background:var(--wash)}
h2{margin:0 0 8px;font-size:12px;font-weight:400}h2 span{margin-left:4px;color:var(--quiet)}article{margin-top:6px;padding:8px 10px;border:1px solid var(--line);border-radius:6px;background:var(--card)}
article p{margin:2px 0 0;color:var(--quiet);font-size:12px;line-height:16px}@media(max-width:767px){main{padding:16px 16px 32px}h1{font-size:22px;line-height:28px;margin-top:14px}nav a{padding:12px 0}}`;
