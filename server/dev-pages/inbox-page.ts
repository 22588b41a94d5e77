import { html, raw } from "hono/html";

/** One email in the format of `/dev/inbox.json` (contract: Addresses). */
export type InboxMessage = { id: string; to: string; subject: string; text: string; html: string; at: string };

const style = `
:root{color-scheme:light dark;--page:light-dark(#fbfaf7,#0b0c10);--surface:light-dark(#fff,#15161b);--line:light-dark(#e0ded6,#2c2e35);--ink:light-dark(#14151a,#f3f2ee);--quiet:light-dark(#5c5d64,#a5a6ad);--accent:#f96c1b}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:14px/20px ui-sans-serif,system-ui,sans-serif;display:grid;grid-template-columns:360px 1fr;min-height:100vh}
aside{border-right:1px solid var(--line);overflow:auto;max-height:100vh}header{padding:16px 20px;border-bottom:1px solid var(--line);display:flex;justify-content:space-between;align-items:baseline}
h1{font-size:16px;margin:0}h2{font-size:22px;line-height:28px;margin:0 0 4px}header a,p{color:var(--quiet)}p a{color:inherit}
aside form{display:flex;gap:8px;align-items:center;padding:12px 20px;border-bottom:1px solid var(--line)}input,button{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:5px 10px;min-width:0}input{flex:1}button{cursor:pointer}ol{list-style:none;margin:0;padding:0}
li a{display:block;padding:12px 20px;border-bottom:1px solid var(--line);color:inherit;text-decoration:none}li a:hover{background:light-dark(#0000000a,#ffffff0d)}li a[aria-current]{box-shadow:inset 2px 0 var(--accent);background:var(--surface)}
li b,li span{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}li span,time{color:var(--quiet);font-size:13px}a:focus-visible,input:focus-visible,button:focus-visible{outline:2px solid var(--ink);outline-offset:-2px}
main{padding:24px 32px;display:flex;flex-direction:column;min-width:0}p{margin:0 0 16px}iframe{flex:1;min-height:70vh;width:100%;border:1px solid var(--line);border-radius:10px;background:#fff}
@media(max-width:767px){body{grid-template-columns:1fr;grid-template-rows:auto 1fr}aside{max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:16px}}`;

/** The inbox page: the list, and the message that the address names. It works without scripts. */
export function renderInboxPage(messages: InboxMessage[], search: URLSearchParams): string {
  const to = search.get("to") ?? "";
  const open = messages.find(({ id }) => id === search.get("message")) ?? messages[0];
  const list = messages.map(
    (
      message,
    ) => html`<li><a href="/dev/inbox?${new URLSearchParams({ ...(to && { to }), message: message.id })}" ${message === open ? raw('aria-current="true"') : ""}>
      <b>${message.subject}</b><span>${message.to}</span><time datetime="${message.at}">${when(message.at)}</time></a></li>`,
  );
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local inbox</title><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${raw(style)}</style></head><body>
<aside aria-label="Messages"><header><h1>Local inbox</h1><a href="/dev/inbox${to && `?${new URLSearchParams({ to })}`}">Refresh</a></header>
<form action="/dev/inbox"><label for="to">To</label><input id="to" name="to" type="search" value="${to}" placeholder="Everyone" autocapitalize="none" spellcheck="false"><button>Show</button></form>
${messages.length ? html`<ol>${list}</ol>` : html`<p style="padding:16px 20px">${to ? html`No emails to ${to} yet. <a href="/dev/inbox">Show all emails</a>` : "No emails yet. Because no mailer is configured, everything Upfunnel sends arrives here."}</p>`}</aside>
<main>${
    open
      ? html`<h2>${open.subject}</h2><p>To ${open.to}, ${when(open.at)}</p>
<iframe title="Email" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${withTopLinks(open.html)}"></iframe>`
      : html`<h2>No email selected</h2><p>Sign up at <a href="/auth">/auth</a> to get a confirmation email here.</p>`
  }</main></body></html>`;
  return String(page);
}

/** Makes an email's links open in the whole window instead of the small frame. */
function withTopLinks(markup: string): string {
  return markup.replace(/<head>/i, '<head><base target="_top">').replaceAll('target="_blank"', 'target="_top"');
}

function when(at: string): string {
  return new Date(at).toISOString().replace("T", " ").slice(0, 19).concat(" UTC");
}
