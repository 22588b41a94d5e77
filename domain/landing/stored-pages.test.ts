import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_KINDS } from "./block-kinds.ts";
import type { Block } from "./block-types.ts";
import { blocksToHtml, readBlocks } from "./blocks.ts";

/** Since then, the names of answers keep the letters that have an accent. A page gets the new ones when it is published again. */
const withLetters = (line: string) => line.replaceAll("zwo_lf_gro_en_5_gu_nstiger", "zwolf_grossen_5_gunstiger");

/** Since then, an illustration without lines isn't drawn. It was an empty box beside the words. */
const EMPTY_ILLUSTRATION =
  / lp-hero-split(">\n(?:(?!<\/section>)[\s\S])*?)\n<figure class="lp-(?:thread|report)">\n(?:<figcaption>[^<]*<\/figcaption>\n)?<(ul|dl)>\n\n<\/\2>\n<\/figure>/g;
const withoutBoxes = (page: { name: string; blocks: Block[]; html: string }) => ({
  ...page,
  html: page.html.replace(EMPTY_ILLUSTRATION, "$1"),
});

/**
 * Pages and their HTML from before blocks had a style: the six templates of that time, and 80 generated pages with every
 * kind of block. The file never changes.
 */
const PAGES = readFileSync(new URL("../../tests/fixtures/landing/pages-before-styles.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => withoutBoxes(JSON.parse(withLetters(line))));

const PAGE = fc.nat(PAGES.length - 1);
const pageAt = (number: number) => PAGES[number] as (typeof PAGES)[number];

const styleOf = (block: Block) => BLOCK_KINDS[block.type].fields.filter((field) => "group" in field && field.group);

describe("Pages that were stored before blocks had a style", () => {
  it.each(PAGES)("$name has the same bytes when it is read and rendered again", ({ blocks, html }) => {
    expect(blocksToHtml(readBlocks(blocks) ?? [])).toBe(html);
  });

  it("has the same bytes with any value that is no style", () => {
    fc.assert(
      fc.property(
        PAGE,
        fc.oneof(
          fc.string(),
          fc.constantFrom("constructor", "__proto__", '"><script>'),
          fc.constant(null),
          fc.integer(),
        ),
        (number, value) => {
          const { blocks, html } = pageAt(number);
          const styled = blocks.map((block) => ({
            ...block,
            ...Object.fromEntries(
              styleOf(block)
                .filter(
                  (field) => field.kind === "choice" && !field.options.slice(1).some((one) => one.value === value),
                )
                .map(({ name }) => [name, value]),
            ),
          }));
          expect(blocksToHtml(readBlocks(styled) ?? [])).toBe(html);
          expect(blocksToHtml(styled as Block[])).toBe(html);
        },
      ),
    );
  });

  it("differ only in the classes of their sections with any other style", () => {
    fc.assert(
      fc.property(PAGE, fc.infiniteStream(fc.nat()), (number, numbers) => {
        for (const block of pageAt(number).blocks) {
          const styled: Block = { ...block };
          for (const field of styleOf(block))
            if (field.kind === "choice" && field.name !== "variant")
              styled[field.name] = field.options[numbers.next().value % field.options.length]?.value ?? "";
          const strip = (html: string) =>
            html.replace(/^(<\w+ class="lp-section)[^"]*/, "$1").replace(/ (fetchpriority="high"|loading="lazy")/g, "");
          expect(strip(blocksToHtml([styled]))).toBe(strip(blocksToHtml([block])));
        }
      }),
    );
  });
});
