/** How wide a visitor's window is: under 640 pixels, under 1,024, or wider. */
export type VisitWidth = "phone" | "tablet" | "desktop";

/** What a visitor did on a page, without words: enough for sums, too little to know anyone again. */
export type VisitReport = {
  version: number;
  width: VisitWidth;
  /** The part of the page's height that they saw, in tenths: 1 to 10. */
  depth: number;
  /** Whether they left within ten seconds without a click. */
  bounced: boolean;
  /** When the largest part of the first screen was there: within 1, 2.5 or 4 seconds, or later (0 to 3). Null if the browser doesn't say. */
  speed: number | null;
  /** Block, column (of 20) and row (of 10) of each click. */
  clicks: [block: number, x: number, y: number][];
};

export const MAX_REPORT_BYTES = 2_048;
/** The query of a report's address. */
export const VISIT_QUERY = "?visit";
const MAX_CLICKS = 20;
const MAX_BLOCKS = 200;
export const CLICK_COLUMNS = 20;
export const CLICK_ROWS = 10;
const BOUNCE_SECONDS = 10;
const SPEED_LIMITS_MS = [1_000, 2_500, 4_000];

/**
 * Reads a report as the script of a page sends it: [version, width in pixels, depth, seconds, milliseconds until the largest part
 * was there (0: unknown), [block, x, y, …]]. Anyone can send one, so every value is checked. Null if it is not a report.
 */
export function readVisitReport(text: string): VisitReport | null {
  if (text.length > MAX_REPORT_BYTES) return null;
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(sent) || sent.length !== 6) return null;
  const [version, pixels, depth, seconds, largest, cells] = sent as unknown[];
  if (!isCount(version, 1_000_000) || !isCount(pixels, 100_000) || !isCount(depth, 10)) return null;
  if (version < 1 || depth < 1 || !isCount(seconds, 1e9) || !isCount(largest, 1e9)) return null;
  const clicks = readClicks(cells);
  if (!clicks) return null;
  return {
    version,
    width: pixels < 640 ? "phone" : pixels < 1024 ? "tablet" : "desktop",
    depth,
    bounced: seconds < BOUNCE_SECONDS && clicks.length === 0,
    speed: largest === 0 ? null : SPEED_LIMITS_MS.filter((limit) => largest > limit).length,
    clicks,
  };
}

function readClicks(cells: unknown): VisitReport["clicks"] | null {
  if (!Array.isArray(cells) || cells.length % 3 !== 0 || cells.length > 3 * MAX_CLICKS) return null;
  const clicks: VisitReport["clicks"] = [];
  for (let at = 0; at < cells.length; at += 3) {
    const [block, x, y] = cells.slice(at, at + 3) as unknown[];
    if (!isCount(block, MAX_BLOCKS - 1) || !isCount(x, CLICK_COLUMNS - 1) || !isCount(y, CLICK_ROWS - 1)) return null;
    clicks.push([block, x, y]);
  }
  return clicks;
}

function isCount(value: unknown, maximum: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maximum;
}

/** The elements of a page that count as its blocks, as an expression of its script. */
export const BLOCKS_OF_PAGE = `[...(document.querySelector("main")||document.body).children].filter(e=>!/^(SCRIPT|STYLE)$/.test(e.tagName)).slice(0,${MAX_BLOCKS})`;

/**
 * The script that reports a visit when the visitor leaves the page. It reads no words, stores nothing, and sends once. The page
 * works the same without it.
 */
export function visitScript(version: number): string {
  return `(()=>{let d=1,s=0,sent;const c=[],w=innerWidth,part=(v,n)=>Math.max(0,Math.min(n-1,Math.floor(v*n))),see=()=>{d=Math.max(d,Math.min(10,Math.ceil((scrollY+innerHeight)/document.documentElement.scrollHeight*10)))};
try{new PerformanceObserver(l=>{for(const e of l.getEntries())s=Math.max(1,Math.round(e.startTime))}).observe({type:"largest-contentful-paint",buffered:true})}catch{}
addEventListener("scroll",see,{passive:true});
addEventListener("click",e=>{if(c.length>=${3 * MAX_CLICKS}||!(e.target instanceof Element))return;const all=${BLOCKS_OF_PAGE},i=all.findIndex(b=>b.contains(e.target));if(i<0)return;const b=all[i].getBoundingClientRect(),t=e.target.getBoundingClientRect(),x=e.detail?e.clientX:t.x+t.width/2,y=e.detail?e.clientY:t.y+t.height/2;c.push(i,part((x-b.x)/b.width,${CLICK_COLUMNS}),part((y-b.y)/b.height,${CLICK_ROWS}))},true);
const send=()=>{if(sent)return;sent=1;see();navigator.sendBeacon&&navigator.sendBeacon(location.pathname+"${VISIT_QUERY}",JSON.stringify([${version},w,d,Math.round(performance.now()/1e3),s,c]))};
addEventListener("pagehide",send);document.addEventListener("visibilitychange",()=>{if(document.visibilityState==="hidden")send()})})()`;
}
