import type { Block } from "./block-types.ts";
import { escapeHtml } from "./markup.ts";
import { element, type FieldMark, join, textOf } from "./render-parts.ts";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** A local date and time with its zone. Null if one of them is missing or is none. */
export function readMoment(block: Block): { wall: string; zone: string; words: string } | null {
  const [date, time, zone] = [textOf(block, "date"), textOf(block, "time"), textOf(block, "zone")];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time) || !ZONE.test(zone)) return null;
  const wall = `${date}T${time}`;
  const moment = new Date(`${wall}:00Z`);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 16) !== wall) return null;
  return { wall, zone, words: momentWords(moment, zone) };
}

/**
 * Written without Intl, because browsers differ in spaces and names of zones, and a page's HTML must be the same wherever
 * it is rendered.
 */
function momentWords(moment: Date, zone: string): string {
  const [hours, minutes] = [moment.getUTCHours(), moment.getUTCMinutes()];
  const time = `${hours % 12 || 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
  const place = zone.split("/").at(-1)?.replaceAll("_", " ");
  const named = zone.includes("/") ? `${place} time` : place;
  return `${DAYS[moment.getUTCDay()]}, ${MONTHS[moment.getUTCMonth()]} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}, ${time} (${named})`;
}

/**
 * The end as a sentence, which is all that visitors without scripts see, and what happens then. COUNTDOWN_SCRIPT adds the
 * remaining time. The zone is resolved in the browser, so that the HTML does not depend on the rules of zones.
 */
export function renderCountdown(block: Block, at: FieldMark): string {
  const moment = readMoment(block);
  if (!moment) return "";
  const { wall, zone, words } = moment;
  return `<div class="lp-clock" data-countdown="${wall}" data-zone="${escapeHtml(zone)}">\n${join(
    `<p class="lp-until">Until <time datetime="${wall}">${escapeHtml(words)}</time></p>`,
    element("p", 'class="lp-then"', textOf(block, "then"), at(block, "then")),
  )}\n</div>`;
}

/**
 * Counts down to the moment and then shows the words for afterward. It never starts again. A local time that a change of
 * the clocks skips or repeats is the later of its two readings, as in domain/zoned-time.ts. If the browser doesn't know the
 * zone, the sentence stays.
 */
export const COUNTDOWN_SCRIPT = `(()=>{const DAY=864e5;
const moment=(wall,zone)=>{const f=new Intl.DateTimeFormat("en-US",{timeZone:zone,calendar:"gregory",numberingSystem:"latn",hourCycle:"h23",year:"numeric",month:"numeric",day:"numeric",hour:"numeric",minute:"numeric",second:"numeric"});
const at=t=>{const p={};for(const{type,value}of f.formatToParts(t))p[type]=+value;return Date.UTC(p.year,p.month-1,p.day,p.hour,p.minute,p.second)};
const offset=t=>at(t)-Math.floor(t/1e3)*1e3,a=wall-offset(wall-DAY),b=wall-offset(wall+DAY),x=at(a)===wall,y=at(b)===wall;return x!==y?x?a:b:Math.max(a,b)};
for(const c of document.querySelectorAll("[data-countdown]")){let end;try{end=moment(Date.parse(c.dataset.countdown+":00Z"),c.dataset.zone)}catch{continue}if(!(end>0))continue;
const box=document.createElement("div"),cells=["day","hour","minute","second"].map(n=>{const s=document.createElement("span"),b=document.createElement("b"),l=document.createElement("small");s.append(b,l);box.append(s);return[n,b,l]});
box.className="lp-digits";box.setAttribute("aria-hidden","true");c.prepend(box);
const tick=()=>{const left=Math.ceil((end-Date.now())/1e3);if(left<=0){const s=c.closest(".lp-section");if(s)s.dataset.over="";box.remove();return}
const parts=[Math.floor(left/86400),Math.floor(left/3600)%24,Math.floor(left/60)%60,left%60];cells.forEach(([n,b,l],i)=>{const v=parts[i];b.textContent=i?String(v).padStart(2,"0"):v;l.textContent=n+(v===1?"":"s")});
setTimeout(tick,Math.max(50,(end-Date.now())%1e3||1e3))};tick()}})()`;
