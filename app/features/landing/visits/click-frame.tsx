import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { BLOCKS_OF_PAGE, CLICK_COLUMNS, CLICK_ROWS } from "../../../../domain/landing/visit-report.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { renderDraft } from "../lib/render-draft.ts";
import type { ClickCell } from "./api.ts";

type Props = { draft: LandingDraft; cells: readonly ClickCell[]; width: number };

const HEIGHT = 640;

/** The page with a spot on each clicked cell, in a frame with an opaque origin, as wide as visitors see it. */
export function ClickFrame({ draft, cells, width }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setScale(Math.min(1, element.clientWidth / width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || data?.landingFrame !== "ready") return;
      frame.current?.contentWindow?.postMessage({ landing: withSpots(renderDraft(draft), cells) }, "*");
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, [draft, cells]);
  return (
    <div ref={box} className="m-4 overflow-hidden rounded-card border border-line" style={{ height: HEIGHT }}>
      <iframe
        ref={frame}
        title="The page with its clicks"
        src="/landing-frame"
        sandbox="allow-scripts"
        className="mx-auto block origin-top-left border-0 bg-white"
        style={{
          width,
          height: HEIGHT / scale,
          transform: `scale(${scale})`,
          marginLeft: scale < 1 ? 0 : undefined,
        }}
      />
    </div>
  );
}

/** Adds a script that draws the spots over the page, and again when its layout changes. */
function withSpots(page: string, cells: readonly ClickCell[]): string {
  const most = Math.max(1, ...cells.map(({ clicks }) => clicks));
  const spots = JSON.stringify(
    cells.map(({ block, x, y, clicks }) => [
      block,
      x,
      y,
      Math.round((Math.log1p(clicks) / Math.log1p(most)) * 100) / 100,
    ]),
  );
  const script = `(()=>{const spots=${spots},layer=document.createElement("div");layer.setAttribute("aria-hidden","true");
layer.style.cssText="position:absolute;left:0;top:0;width:100%;overflow:hidden;pointer-events:none;z-index:2147483647";
const draw=()=>{const all=${BLOCKS_OF_PAGE};layer.textContent="";layer.style.height="0";layer.style.height=document.documentElement.scrollHeight+"px";
for(const[b,x,y,heat]of spots){const box=all[b]&&all[b].getBoundingClientRect();if(!box)continue;const s=document.createElement("span"),size=28+heat*28;
s.style.cssText="position:absolute;border-radius:50%;width:"+size+"px;height:"+size+"px;left:"+(box.x+scrollX+(x+.5)/${CLICK_COLUMNS}*box.width-size/2)+"px;top:"+(box.y+scrollY+(y+.5)/${CLICK_ROWS}*box.height-size/2)+"px;background:radial-gradient(circle,rgba(230,60,20,"+(.35+heat*.5)+") 0,rgba(245,160,30,"+(.2+heat*.3)+") 55%,rgba(245,160,30,0) 100%)";layer.append(s)}};
addEventListener("click",e=>e.preventDefault(),true);addEventListener("load",()=>{document.body.append(layer);draw();setTimeout(draw,500)});addEventListener("resize",draw);document.addEventListener("toggle",draw,true)})()`;
  const end = page.lastIndexOf("</body>");
  return `${page.slice(0, end)}<script>${script.replace(/<\//g, "<\\/")}</script>${page.slice(end)}`;
}
