import type { Block } from "../../../../domain/landing/block-types.ts";
import { renderBlock } from "../../../../domain/landing/render-block.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { renderDraft } from "../lib/render-draft.ts";

const MARKER_PREFIX = "landing-block:";

/**
 * The draft as visitors will see it, with what ties it to the editor: a click in it opens the block that was clicked, it
 * stays where it was scrolled to, and links lead nowhere. The marks between blocks are comments: they change nothing.
 */
export function previewDocument(draft: LandingDraft, scroll: number): string {
  const content = draft.blocks ? markBlocks(draft.blocks) : draft.content;
  const page = renderDraft({ ...draft, content });
  const end = page.lastIndexOf("</body>");
  return `${page.slice(0, end)}<script>${bridge(scroll)}</script>${page.slice(end)}`;
}

/** What the blocks become, with a mark before each. Drawn by place: the first hero has the page's h1. */
function markBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block, place) => `<!--${MARKER_PREFIX}${block.id.replace(/[^\w-]/g, "")}-->${renderBlock(block, place)}`)
    .join("\n");
}

function bridge(scroll: number): string {
  return `(()=>{const tell=m=>parent.postMessage(m,"*"),marks=()=>{const w=document.createTreeWalker(document,NodeFilter.SHOW_COMMENT),all=[];while(w.nextNode())if(w.currentNode.data.startsWith("${MARKER_PREFIX}"))all.push(w.currentNode);return all};
const stay=()=>scrollTo({top:${Math.max(0, Math.round(scroll))},behavior:"instant"});stay();tell({landingFrame:"drawn"});addEventListener("load",stay,{once:true});
addEventListener("scroll",()=>tell({landingScroll:scrollY}),{passive:true});
addEventListener("click",e=>{const t=e.target;if(!(t instanceof Element))return;const a=t.closest("a[href]");if(a&&!a.getAttribute("href").startsWith("#"))e.preventDefault();
const m=marks().filter(c=>c.compareDocumentPosition(t)&4).pop();if(m)tell({landingBlock:m.data.slice(${MARKER_PREFIX.length})})},true);
addEventListener("message",e=>{if(e.source!==parent||typeof e.data?.landingShow!=="string")return;const m=marks().find(c=>c.data==="${MARKER_PREFIX}"+e.data.landingShow);let n=m&&m.nextSibling;while(n&&n.nodeType!==1)n=n.nextSibling;if(n)n.scrollIntoView({block:"nearest"})})})()`;
}
