import { useEffect, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { renderBlocks } from "../../../../domain/landing/blocks.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { renderDraft } from "../lib/render-draft.ts";

type Props = {
  draft: LandingDraft;
  title: string;
  /** The block to scroll to. */
  selected?: string | null;
  onSelect?: (blockId: string) => void;
};

type Frame = { number: number; page: string };

const DEBOUNCE_MS = 180;
/** Large pages take long to render, so they render less often while the user types. */
const LONG_DEBOUNCE_MS = 900;
const LONG_CONTENT = 200_000;
/** After this time the page is shown, even if its scripts prevent it from finishing to load. */
const TIMEOUT_MS = 1500;

/**
 * The page in a sandboxed frame with an opaque origin. The next state loads in a hidden frame and then replaces the visible
 * one, so that the preview does not flicker while the user types.
 */
export function PreviewFrame({ draft, title, selected, onSelect }: Props) {
  const [frames, setFrames] = useState<Frame[]>(() => [{ number: 0, page: previewDocument(draft, 0) }]);
  const [shown, setShown] = useState(0);
  const elements = useRef(new Map<number, HTMLIFrameElement>());
  const scroll = useRef(0);
  const clicked = useRef<string | null>(null);
  const drawn = useRef(draft);
  const latest = useRef({ frames, onSelect });
  latest.current = { frames, onSelect };

  useEffect(() => {
    if (drawn.current === draft) return;
    const wait = draft.content.length > LONG_CONTENT ? LONG_DEBOUNCE_MS : DEBOUNCE_MS;
    const timer = setTimeout(() => {
      drawn.current = draft;
      const page = previewDocument(draft, scroll.current);
      setFrames((all) => [...all.slice(-2), { number: (all.at(-1)?.number ?? 0) + 1, page }]);
    }, wait);
    return () => clearTimeout(timer);
  }, [draft]);

  const newest = frames.at(-1)?.number ?? 0;
  useEffect(() => {
    if (newest === shown) return;
    const timer = setTimeout(() => setShown(newest), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [newest, shown]);
  // Remove the frame that was shown before.
  useEffect(
    () =>
      setFrames((all) =>
        all.some(({ number }) => number < shown) ? all.filter(({ number }) => number >= shown) : all,
      ),
    [shown],
  );

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      const from = [...elements.current].find(([, element]) => element.contentWindow === source);
      if (!from || typeof data !== "object" || data === null) return;
      const [number, element] = from;
      if (data.landingFrame === "ready") {
        const page = latest.current.frames.find((frame) => frame.number === number)?.page;
        element.contentWindow?.postMessage({ landing: page }, "*");
      } else if (data.landingFrame === "drawn") setShown((now) => Math.max(now, number));
      else if (typeof data.landingScroll === "number") scroll.current = data.landingScroll;
      else if (typeof data.landingBlock === "string") {
        clicked.current = data.landingBlock;
        latest.current.onSelect?.(data.landingBlock);
      }
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, []);

  useEffect(() => {
    // A block that was clicked in this frame is already visible.
    if (selected && selected !== clicked.current)
      elements.current.get(shown)?.contentWindow?.postMessage({ landingShow: selected }, "*");
  }, [selected, shown]);

  return (
    <div className="relative size-full">
      {frames.map(({ number }) => (
        <iframe
          key={number}
          ref={(element) => {
            if (element) elements.current.set(number, element);
            else elements.current.delete(number);
          }}
          title={title}
          src="/landing-frame"
          sandbox="allow-scripts allow-forms allow-popups"
          aria-hidden={number === shown ? undefined : true}
          className={cn(
            "absolute inset-0 size-full border-0 bg-white",
            number !== shown && "pointer-events-none opacity-0",
          )}
        />
      ))}
    </div>
  );
}

const MARKER_PREFIX = "landing-block:";

/**
 * The rendered draft with a script that connects it to the editor. A click opens the block, the scroll position stays, and
 * links do nothing. HTML comments mark the blocks, because they do not change the layout.
 */
function previewDocument(draft: LandingDraft, scroll: number): string {
  const content = draft.blocks ? markBlocks(draft.blocks) : draft.content;
  const page = renderDraft({ ...draft, content });
  const end = page.lastIndexOf("</body>");
  return `${page.slice(0, end)}<script>${bridge(scroll)}</script>${page.slice(end)}`;
}

/** The HTML of the blocks with a marker before each one. */
function markBlocks(blocks: readonly Block[]): string {
  const drawn = renderBlocks(blocks);
  return blocks.map(({ id }, place) => `<!--${MARKER_PREFIX}${id.replace(/[^\w-]/g, "")}-->${drawn[place]}`).join("\n");
}

function bridge(scroll: number): string {
  return `(()=>{const tell=m=>parent.postMessage(m,"*"),marks=()=>{const w=document.createTreeWalker(document,NodeFilter.SHOW_COMMENT),all=[];while(w.nextNode())if(w.currentNode.data.startsWith("${MARKER_PREFIX}"))all.push(w.currentNode);return all};
const stay=()=>scrollTo({top:${Math.max(0, Math.round(scroll))},behavior:"instant"});stay();tell({landingFrame:"drawn"});addEventListener("load",stay,{once:true});
addEventListener("scroll",()=>tell({landingScroll:scrollY}),{passive:true});
addEventListener("click",e=>{const t=e.target;if(!(t instanceof Element))return;const a=t.closest("a[href]");if(a&&!a.getAttribute("href").startsWith("#"))e.preventDefault();
const m=marks().filter(c=>c.compareDocumentPosition(t)&4).pop();if(m)tell({landingBlock:m.data.slice(${MARKER_PREFIX.length})})},true);
addEventListener("message",e=>{if(e.source!==parent||typeof e.data?.landingShow!=="string")return;const m=marks().find(c=>c.data==="${MARKER_PREFIX}"+e.data.landingShow);let n=m&&m.nextSibling;while(n&&n.nodeType!==1)n=n.nextSibling;if(n)n.scrollIntoView({block:"nearest"})})})()`;
}
