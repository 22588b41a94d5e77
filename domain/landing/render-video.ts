import type { Block } from "./block-types.ts";
import { escapeHtml, safeAddress } from "./markup.ts";
import { textOf } from "./render-parts.ts";

/** The embed address of a video, from the address that people copy. Null for an unknown site. */
function videoFrame(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const host = url?.hostname.replace(/^(www|m)\./, "");
  if (!url || !host) return null;
  const youtube =
    host === "youtu.be"
      ? url.pathname.slice(1)
      : host === "youtube.com" || host === "youtube-nocookie.com"
        ? (url.searchParams.get("v") ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1] ?? "")
        : "";
  if (/^[\w-]{6,20}$/.test(youtube)) return `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1`;
  const vimeo = host === "vimeo.com" || host === "player.vimeo.com" ? /(\d{5,12})/.exec(url.pathname)?.[1] : undefined;
  return vimeo ? `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1` : null;
}

/**
 * A video that sends no request before it is clicked. A video file plays directly. A third-party player is hidden
 * behind a frame with one link. In a sandboxed page, such a player gets no storage and refuses to play, so the link
 * opens a new tab outside of the sandbox.
 */
export function renderVideo(block: Block): string {
  const address = safeAddress(textOf(block, "url"));
  const title = textOf(block, "title").trim() || "Video";
  const poster = safeAddress(textOf(block, "poster"));
  const still = /^(https?:|\/)/i.test(poster) ? poster : "";
  if (/^(https?:|\/)/i.test(address) && /\.(mp4|webm)([?#]|$)/i.test(address))
    return `<video class="lp-player" controls playsinline preload="none" title="${escapeHtml(title)}"${still && ` poster="${escapeHtml(still)}"`} src="${escapeHtml(address)}"></video>`;
  const frame = videoFrame(address);
  if (!frame) return /^https?:/i.test(address) ? linkTo(address, title) : "";
  return `<iframe class="lp-player" title="${escapeHtml(title)}" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen srcdoc="${escapeHtml(renderCover(frame, address, title, still))}"></iframe>`;
}

const linkTo = (address: string, title: string) =>
  `<p><a class="lp-button lp-quiet" href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(title)}</a></p>`;

/** The frame's document before the click. */
function renderCover(frame: string, address: string, title: string, still: string): string {
  // The address is inside quotes in the style sheet, so characters that could end them are percent-encoded.
  const quoted = still.replace(/["'\\()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const picture = still && ` style="background-image:url('${escapeHtml(quoted)}')"`;
  return `<!doctype html><html lang="en"><title>${escapeHtml(title)}</title><style>html,body,a{height:100%;margin:0}a{display:grid;place-content:center;justify-items:center;gap:14px;background:#14151a center/cover;color:#fff;font:500 17px/1.4 system-ui,sans-serif;text-decoration:none;text-align:center}a:focus-visible{outline:3px solid #fff;outline-offset:-6px}svg{width:68px;height:68px}span{padding:2px 12px;border-radius:8px;background:#14151a}</style><a href="${escapeHtml(frame)}" data-page="${escapeHtml(address)}" rel="noopener"${picture}><svg viewBox="0 0 68 68" aria-hidden="true"><circle cx="34" cy="34" r="34" fill="#fff"/><path d="M27 21v26l21-13z" fill="#14151a"/></svg><span>${escapeHtml(title)}</span></a><script>if(self.origin==="null"){const a=document.querySelector("a");a.href=a.dataset.page;a.target="_blank"}</script></html>`;
}
