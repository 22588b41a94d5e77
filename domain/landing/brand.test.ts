import fc from "fast-check";
import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import { luminanceOf } from "../color-space.ts";
import { contrast } from "../contrast.ts";
import { CORNERS, type LandingBrand, PLAIN_BRAND } from "./brand.ts";
import { brandColors, brandNotes } from "./brand-colors.ts";
import { FONT_NAMES, FONTS, type FontFiles } from "./fonts.ts";
import type { LandingPage } from "./page.ts";
import { renderLandingPage } from "./render.ts";
import { type Colors, GROUNDS, INK, isDark, onGround, PAPER } from "./theme-colors.ts";
import { themeCss } from "./themes.ts";

const page = (over: Partial<LandingPage> = {}): LandingPage => ({
  id: "00000000-0000-4000-8000-000000000001",
  slug: "offer",
  version: 1,
  title: "An offer",
  description: null,
  hide_title: true,
  content: "<h1>Offer</h1><p>Words</p>",
  theme: "brand",
  custom_css: null,
  custom_js: null,
  ...over,
});
const fonts: FontFiles = Object.fromEntries(
  FONT_NAMES.map((name) => [name, `/assets/${name}-latin-wght-normal.woff2`]),
);
const options = { address: "https://example.com/landing/offer", formAction: "/send", fonts };
const brand = (over: Partial<LandingBrand> = {}): LandingBrand => ({ ...PLAIN_BRAND, ...over });
const render = (over: Partial<LandingBrand>, of: Partial<LandingPage> = {}) =>
  renderLandingPage(page(of), { ...options, brand: brand(over) });

type Node = { tagName?: string; childNodes?: Node[]; value?: string; attrs?: { name: string; value: string }[] };
function nodesOf(html: string): Node[] {
  const found: Node[] = [];
  const walk = (node: Node) => {
    if (node.tagName) found.push(node);
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html) as unknown as Node);
  return found;
}
const shapeOf = (html: string) =>
  nodesOf(html).map(({ tagName, attrs }) => `${tagName} ${attrs?.map(({ name }) => name).join(" ")}`);
const attribute = ({ attrs }: Node, wanted: string) => attrs?.find(({ name }) => name === wanted)?.value;
const full = (color: string) => (color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color);
const between = (one: string, other: string) => contrast(luminanceOf(full(one)), luminanceOf(full(other)));

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const maybe = (one: fc.Arbitrary<string>) => fc.option(one, { nil: null });

/** The contrasts that are too small for text, or for the words on a button. */
function unreadable(colors: Colors): string[] {
  const texts = (["ink", "soft", "link", "good", "bad"] as const).flatMap((text) =>
    (["page", "surface", "sunken"] as const).map(
      (plane) => [`${text} on ${plane}`, between(colors[text], colors[plane])] as const,
    ),
  );
  return [...texts, ["words of buttons", between(colors.accent, colors.onAccent)] as const]
    .filter(([, ratio]) => ratio < 4.5)
    .map(([what, ratio]) => `${what}: ${ratio.toFixed(2)}`);
}

describe("The colors of a brand", () => {
  it("can be read on every background, in both schemes and on every ground, whatever was chosen", () => {
    fc.assert(
      fc.property(maybe(color), maybe(color), maybe(color), (accent, background, ink) => {
        const { light, dark } = brandColors(brand({ accent, page: background, ink }));
        for (const colors of dark ? [light, dark] : [light]) {
          expect(unreadable(colors)).toEqual([]);
          for (const ground of GROUNDS) expect(unreadable(onGround(ground, colors, dark ?? light))).toEqual([]);
        }
        // A light page is dark on dark systems; a dark one always is.
        expect(dark === undefined).toBe(isDark(light));
        expect(dark === undefined || isDark(dark)).toBe(true);
        if (background) expect(light.page).toBe(background);
      }),
      { numRuns: 1500 },
    );
  });

  it("are those of Paper if nothing was chosen, and the account's color if the brand has none", () => {
    expect(brandColors(brand())).toEqual({ light: PAPER, dark: INK });
    const account = { name: "Smile", accent: "#1a6b5c", logo: null };
    expect(brandColors(brand({ account })).light.accent).toBe("#1a6b5c");
    expect(brandColors(brand({ account, accent: "#aa2200" })).light.accent).toBe("#aa2200");
  });

  it("stay as chosen where they can be read, and every other shade is said in words", () => {
    fc.assert(
      fc.property(color, (accent) => {
        const { light, dark } = brandColors(brand({ accent }));
        const said = brandNotes(brand({ accent })).map(({ shade }) => shade);
        const moved = [light.accent, light.link, dark?.accent, dark?.link].filter((shade) => shade !== accent);
        expect(said).toEqual(moved);
        if (between(accent, light.page) >= 4.5 && between(accent, light.sunken) >= 4.5) expect(light.link).toBe(accent);
      }),
    );
    expect(brandNotes(brand({ accent: "#ffd400" }))[0]?.text).toBe(
      "Your color is too light for text. Links use this darker shade.",
    );
    expect(brandNotes(brand())).toEqual([]);
  });
});

describe("A page that follows the brand", () => {
  const logo = { name: "00000000-0000-4000-8000-000000000002/logo.png", width: 440, height: 96, plate: false };
  const whole: Partial<LandingBrand> = {
    accent: "#1a6b5c",
    heading_font: "fraunces",
    text_font: "dm-sans",
    corner: "round",
    shows_logo: true,
    favicon: "00000000-0000-4000-8000-000000000002/icon.png",
    business_name: "Smile Dental",
    address: "1 Main Street\nPortland, OR",
    privacy_url: "https://smile.example/privacy",
    terms_url: "https://smile.example/terms",
    account: { name: "Smile", accent: null, logo },
  };

  it("has the brand's colors, fonts, icon, logo and footer", () => {
    const html = render(whole);
    expect(html).toContain("--accent:#1a6b5c");
    expect(html).toContain("--corner:22px");
    expect(html).toContain('--display:"Fraunces","Display Stand-in"');
    expect(html.match(/rel="preload"/g)).toHaveLength(2);
    expect(html).not.toContain("funnel");
    expect(html).toContain(
      '<link rel="icon" type="image/png" href="/storage/v1/object/public/landing/00000000-0000-4000-8000-000000000002/icon.png">',
    );
    expect(html).toContain('alt="Smile" width="220" height="48"');
    expect(html).toContain("<address>1 Main Street<br>Portland, OR</address>");
    expect(html).toContain('<a href="https://smile.example/privacy" rel="noopener">Privacy policy</a>');
    expect(html).not.toContain("Legal notice");
  });

  it("is the same with and without a brand if it has another theme", () => {
    for (const theme of ["default", "ink", "warm", "unknown"])
      expect(render(whole, { theme })).toBe(renderLandingPage(page({ theme }), options));
  });

  it("looks like Paper without a brand, and loads only fonts that it uses", () => {
    const plain = renderLandingPage(page({ theme: "default" }), options);
    expect(renderLandingPage(page(), options)).toBe(plain);
    expect(plain.match(/rel="preload"/g)).toHaveLength(2);
    expect(render({ heading_font: "nunito", text_font: "nunito" }).match(/rel="preload"/g)).toHaveLength(1);
    expect(themeCss("brand")).not.toContain("@font-face");
  });

  it.each([
    ["<footer>Mine</footer>", false],
    ["<h1>x</h1><main><FOOTER class=x>Mine", false],
    ["<blockquote>Words<footer>Ann</footer></blockquote>", true],
    ["<article><footer>Ann</footer></article><p>x", true],
    ["<!-- <footer> --><p>x", true],
    ["<textarea><footer>", true],
    ["<template><footer></footer></template>", true],
  ])("puts its footer below %j: %j", (content, isThere) => {
    expect(render(whole, { content }).includes('<footer class="brand-foot">')).toBe(isThere);
  });

  it("shows no logo and no footer if there is nothing to show", () => {
    const html = render({ ...whole, account: { name: "Smile", accent: null, logo: null }, business_name: " " });
    expect(html).not.toContain('<header class="brand-top">');
    const { business_name, address, privacy_url, terms_url, ...rest } = whole;
    expect(render(rest)).not.toContain("<footer");
  });

  it("keeps every hostile value in its place", () => {
    const nasty = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(
        '"><script>alert(1)</script>',
        "</style><script>alert(1)</script>",
        "javascript:alert(1)",
        "https://a.example/\"onmouseover='x'",
        "#123456;}body{display:none",
        "red;background:url(//evil.example)",
        "../../../evil",
        "--><img src=x onerror=x>",
        "</footer></main></body>",
        "__proto__",
        "constructor",
      ),
    );
    const value = maybe(nasty);
    const fields = fc.record({
      accent: value,
      page: value,
      ink: value,
      heading_font: nasty,
      text_font: nasty,
      corner: nasty,
      shows_logo: fc.constant(true),
      favicon: value,
      business_name: value,
      address: value,
      privacy_url: value,
      terms_url: value,
      legal_notice_url: value,
      account: fc.record({
        name: nasty,
        accent: value,
        logo: fc.record({
          name: nasty,
          width: fc.integer({ min: 1, max: 2000 }),
          height: fc.integer({ min: 1, max: 2000 }),
          plate: fc.boolean(),
        }),
      }),
    });
    const known = new Set(
      shapeOf(
        render({
          ...whole,
          legal_notice_url: "https://a.example",
          account: { name: "x", accent: null, logo: { ...logo, plate: true } },
        }),
      ),
    );
    const css = (html: string) => html.slice(html.indexOf("<style>"), html.indexOf("</style>"));
    const looks = new Set<string>();
    fc.assert(
      fc.property(fields, (given) => {
        const html = render(given);
        // No new kinds of elements and no new attributes.
        for (const shape of shapeOf(html)) if (shape !== "img src alt width height") expect(known).toContain(shape);
        for (const node of nodesOf(html)) {
          if (node.tagName === "a") expect(attribute(node, "href")).toMatch(/^https?:\/\/[^\s\\]+$/i);
          if (node.tagName === "img") expect(attribute(node, "src")).toMatch(/^\/storage\/v1\/object\/public\/brand\//);
          if (node.tagName === "link" && attribute(node, "rel") === "icon")
            expect(attribute(node, "href")).toMatch(/^(data:,|\/storage\/v1\/object\/public\/landing\/)/);
        }
        // Style sheets have only colors, fonts and corners that we know.
        looks.add(css(html).replace(/#[0-9a-f]{3,6}/g, "#"));
      }),
      { numRuns: 400 },
    );
    const light = css(render({ account: { name: "x", accent: "#1a6b5c", logo: null } })).replace(
      /#[0-9a-f]{3,6}/g,
      "#",
    );
    expect([...looks].every((look) => look === light || look.includes("color-scheme:dark;"))).toBe(true);
  });
});

describe("The fonts", () => {
  it("have a stand-in with the same measures in both places", () => {
    for (const name of FONT_NAMES) {
      const { heading, text, ascent } = FONTS[name];
      const css = render({ heading_font: name, text_font: name });
      expect(css).toContain(
        `size-adjust:${heading}%;ascent-override:${Number(((100 * ascent) / heading).toFixed(2))}%`,
      );
      expect(css).toContain(`size-adjust:${text}%;ascent-override:${Number(((100 * ascent) / text).toFixed(2))}%`);
    }
  });

  it("and corners that the database knows all have a look", () => {
    const looks = CORNERS.map((corner) => /--corner:[^;]+;--field:[^;]+/.exec(render({ corner }))?.[0]);
    expect(new Set(looks).size).toBe(3);
  });
});
