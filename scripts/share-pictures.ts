import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { brand } from "../app/content/brand.ts";
import type { FoundPage } from "./find-pages.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const INK = "#0b0c10";
const PAPER = "#fbfaf7";
const SIGNAL = "#ff6f1a";
const LINES = 23;

const font = (weight: 400 | 500) => ({
  name: "Funnel Display",
  weight,
  data: readFileSync(
    createRequire(import.meta.url).resolve(
      `@fontsource/funnel-display/files/funnel-display-latin-${weight}-normal.woff`,
    ),
  ),
});

/** Draws each page's share image: its headline over the rising lines of the logo. */
export async function drawSharePictures(directory: string, pages: FoundPage[]): Promise<void> {
  const fonts = [font(400), font(500)];
  for (const page of pages) {
    const svg = await satori(card(page), { width: WIDTH, height: HEIGHT, fonts });
    const file = join(directory, page.picture);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, new Resvg(svg, { background: INK }).render().asPng());
  }
}

type Element = { type: string; props: Record<string, unknown> };
const element = (type: string, style: Record<string, unknown>, children: unknown, more = {}): Element => ({
  type,
  props: { style, children, ...more },
});

function card({ headline, path }: FoundPage): Parameters<typeof satori>[0] {
  const size = headline.length > 60 ? 62 : headline.length > 36 ? 76 : 88;
  const parts = [
    element("img", { position: "absolute", right: -130, bottom: 0 }, undefined, {
      src: rise(),
      width: 560,
      height: HEIGHT,
    }),
    element("div", { display: "flex", alignItems: "center", fontSize: 34, fontWeight: 500 }, [
      element("img", { marginRight: 14 }, undefined, { src: mark(), width: 44, height: 44 }),
      brand.name,
    ]),
    element(
      "div",
      { fontSize: size, fontWeight: 500, lineHeight: 1.06, letterSpacing: "-0.03em", maxWidth: 800 },
      headline,
    ),
    element("div", { fontSize: 26, color: "#a9abb4" }, path === "/" ? brand.tagline : `${brand.name}${path}`),
  ];
  const style = {
    display: "flex",
    flexDirection: "column",
    justifyContent: "space-between",
    width: WIDTH,
    height: HEIGHT,
    padding: 72,
    color: PAPER,
    fontFamily: "Funnel Display",
  };
  // The library's type is React's, but it accepts this plain tree.
  return element("div", style, parts) as Parameters<typeof satori>[0];
}

const dataUrl = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

function mark(): string {
  const { walls, wallWidth, dot } = brand.mark;
  return dataUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="44" height="44"><path d="${walls}" fill="none" stroke="${PAPER}" stroke-width="${wallWidth}" stroke-linecap="round"/><circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="${SIGNAL}"/></svg>`,
  );
}

/**
 * Draws the logo's funnel at a large size: thin lines leave its neck and open upward, and one of them is highlighted as
 * the lead.
 */
function rise(): string {
  const half = (LINES - 1) / 2;
  const line = (index: number) => {
    const side = index - half;
    const neck = 280 + 2 * side;
    const top = 280 + Math.sign(side) * 280 * (Math.abs(side) / half) ** 1.15;
    const stroke = index === 15 ? `stroke="${SIGNAL}" stroke-width="2"` : 'stroke="#33363f"';
    return `<path d="M${neck} 630C${neck} 260 ${top} 315 ${top} 0" fill="none" ${stroke}/>`;
  };
  return dataUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="630">${Array.from({ length: LINES }, (_, index) => line(index)).join("")}</svg>`,
  );
}
