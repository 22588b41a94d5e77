import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "./block-types.ts";
import { blocksToHtml, newBlock, readBlocks } from "./blocks.ts";
import {
  lacksAltText,
  linkedPicture,
  type Picture,
  pictureThumbnail,
  readPicture,
  renderPicture,
  storedPictureName,
} from "./picture.ts";

const NAME = "0a1b2c3d-team.jpg";
const SRC = `/storage/v1/object/public/landing/${NAME}`;
const picture = (more: Partial<Picture> = {}): Picture => ({
  src: SRC,
  alt: "The team",
  decorative: false,
  width: 1000,
  height: 750,
  x: 50,
  y: 50,
  ...more,
});
const block = (more: Partial<Picture> | null = {}, fields: object = {}): Block => ({
  ...newBlock("picture", "p"),
  picture: more && picture(more),
  ...fields,
});
const hero = (image: Block["image"] = picture()): Block => ({ ...newBlock("hero", "h"), picture: "image", image });
const image = (...blocks: Block[]): string => /<img[^>]*>/.exec(blocksToHtml(blocks))?.[0] ?? "";
const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

describe("A picture of the library", () => {
  it("comes in every width up to its own, and never larger", () => {
    const widths = (width: number) =>
      attribute(image(block({ width })), "srcset")
        ?.split(", ")
        .map((each) => each.split(" "));
    expect(widths(1000)).toEqual([
      [`/storage/v1/render/image/public/landing/${NAME}?width=320`, "320w"],
      [`/storage/v1/render/image/public/landing/${NAME}?width=640`, "640w"],
      [`/storage/v1/render/image/public/landing/${NAME}?width=960`, "960w"],
      [`/storage/v1/render/image/public/landing/${NAME}?width=1280`, "1000w"],
    ]);
    expect(widths(4000)).toHaveLength(5);
    expect(widths(320)).toEqual([[expect.stringContaining("?width=320"), "320w"]]);
    expect(widths(10)).toEqual([[expect.stringContaining("?width=320"), "10w"]]);
  });

  it("reserves its space, and stays sharp on its focus when it is cut", () => {
    const tag = image(block({ x: 30, y: 80 }));
    expect([attribute(tag, "width"), attribute(tag, "height")]).toEqual(["1000", "750"]);
    expect(attribute(tag, "style")).toBe("object-position:30% 80%");
    expect(attribute(image(block()), "style")).toBeUndefined();
  });

  it("is described, or skipped by screen readers", () => {
    expect(attribute(image(block()), "alt")).toBe("The team");
    expect(attribute(image(block({ decorative: true })), "alt")).toBe("");
    expect([
      lacksAltText(picture()),
      lacksAltText(picture({ alt: " " })),
      lacksAltText(picture({ alt: "", decorative: true })),
    ]).toEqual([false, true, false]);
  });

  it("has its project's address on a hosted project", () => {
    const tag = image(block({ src: `https://p.example${SRC}` }));
    expect(attribute(tag, "src")).toBe(`https://p.example${SRC}`);
    expect(attribute(tag, "srcset")).toContain(
      `https://p.example/storage/v1/render/image/public/landing/${NAME}?width=320 `,
    );
  });

  it("keeps moving if it is a GIF", () => {
    const tag = image(block({ src: SRC.replace("jpg", "gif") }));
    expect([attribute(tag, "srcset"), attribute(tag, "width")]).toEqual([undefined, "1000"]);
    expect(pictureThumbnail(SRC.replace("jpg", "gif"))).toContain("/object/public/");
  });

  it("is known by its name", () => {
    expect(storedPictureName(SRC)).toBe(NAME);
    expect(storedPictureName(`https://p.example${SRC}`)).toBe(NAME);
    expect(storedPictureName("https://a.example/team.jpg")).toBeUndefined();
    expect(pictureThumbnail(SRC)).toBe(`/storage/v1/render/image/public/landing/${NAME}?width=320`);
    expect(pictureThumbnail("https://a.example/team.jpg")).toBe("https://a.example/team.jpg");
  });

  it("is read from any address that somebody may be typing", () => {
    const part = fc.oneof(fc.string(), fc.constantFrom("%", "%zz", "%E0%A4%A", "landing/", "..", "//", "?", "#", SRC));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), fc.boolean(), (parts, isStored) => {
        const src = (isStored ? SRC : "") + parts.join("");
        const name = storedPictureName(src);
        if (name !== undefined) expect(pictureThumbnail(src)).toMatch(/\/storage\/v1\//);
        expect(renderPicture(picture({ src }), { sizes: "92vw", isLead: false })).toMatch(
          /^(<img( [a-z]+="[^"<>]*")+>)?$/,
        );
      }),
    );
  });
});

describe("The order of loading", () => {
  const loading = (...blocks: Block[]) =>
    [...blocksToHtml(blocks).matchAll(/<img[^>]*>/g)].map(([tag]) =>
      attribute(tag, "fetchpriority") === "high" ? "first" : attribute(tag, "loading"),
    );
  const text = newBlock("text", "t");

  it("starts with the first picture near the top, and leaves the others until they come near", () => {
    expect(loading(hero(), block(), block())).toEqual(["first", "lazy", "lazy"]);
    expect(loading(text, block(), hero())).toEqual(["first", "lazy"]);
    expect(loading(text, text, block())).toEqual(["lazy"]);
    expect(loading(block(null), block())).toEqual(["first"]);
  });
});

describe("A picture block", () => {
  it("shows what it has, and nothing for what is missing", () => {
    const html = blocksToHtml([
      block({}, { heading: "Us", text: "Words.", caption: "May", layout: "left", shape: "square" }),
    ]);
    expect(html).toMatch(
      /lp-picture lp-side-left.*<h2>Us<\/h2>.*Words\..*lp-figure lp-square.*<figcaption>May<\/figcaption>/s,
    );
    expect(blocksToHtml([block(null)])).not.toMatch(/<img|<figure|<h2/);
    expect(blocksToHtml([block({ src: "javascript:alert(1)" })])).not.toMatch(/<img|javascript/);
  });
});

describe("Pages from before the library", () => {
  const stored = {
    id: "h",
    type: "hero",
    heading: "Hi",
    picture: "image",
    image: "https://a.example/b.jpg",
    alt: "B & C",
  };
  const html = '<figure class="lp-image"><img src="https://a.example/b.jpg" alt="B &amp; C" decoding="async"></figure>';

  it("keep their picture, and render byte for byte as before", () => {
    const blocks = readBlocks([stored]) ?? [];
    expect(blocks[0]?.image).toEqual(linkedPicture("https://a.example/b.jpg", "B & C"));
    expect(blocksToHtml(blocks)).toContain(html);
    expect(blocksToHtml(readBlocks(JSON.parse(JSON.stringify(blocks))) ?? [])).toBe(blocksToHtml(blocks));
    expect(blocksToHtml(readBlocks([{ ...stored, image: "" }]) ?? [])).not.toContain("<img");
  });
});

describe("A stored picture", () => {
  it("is ignored unless it is an object with an address", () => {
    for (const odd of [null, undefined, "", 7, [], {}, { src: "" }, { src: 7 }]) expect(readPicture(odd)).toBeNull();
  });

  it("loses values that a picture can't have", () => {
    const odd = { src: SRC, alt: 7, decorative: "yes", width: -1, height: 1.5, x: 101, y: "5", more: 1 };
    expect(readPicture(odd)).toEqual({ ...picture(), alt: "", width: 0, height: 0 });
  });
});
