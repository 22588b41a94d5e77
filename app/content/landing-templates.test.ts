import { describe, expect, it } from "vitest";
import { blocksToHtml, readBlocks } from "../../domain/landing/blocks.ts";
import { templates } from "../../domain/landing/templates.ts";
import { formatDollars } from "../../domain/money.ts";
import { tiers } from "./tiers.ts";

const dollars = (cents: number) => formatDollars(cents / 100);

describe("The templates of landing pages", () => {
  it("have the prices of the pricing table", () => {
    for (const { id, price, offers } of tiers) {
      const template = templates.find((each) => each.id === id);
      const words = `${template?.description} ${blocksToHtml(template?.blocks ?? [])}`;
      expect(words).toContain(`${dollars(price.setupCents)} setup`);
      expect(words).toContain(`<strong>${dollars(price.monthlyCents)}</strong>`);
      expect(words).toContain(offers);
    }
  });

  it("are complete: a title and a description that a search shows whole, one h1, a form, and blocks that are read again", () => {
    expect(templates.map(({ id }) => id).toSorted()).toEqual(
      [...tiers.map(({ id }) => id), "advertisements"].toSorted(),
    );
    for (const { title, description, blocks } of templates) {
      expect(title.length).toBeLessThanOrEqual(60);
      expect(description.length).toBeLessThanOrEqual(155);
      const html = blocksToHtml(blocks);
      expect(html.match(/<h1>/g)).toHaveLength(1);
      expect(html.match(/data-lead-form/g)).toHaveLength(1);
      expect(readBlocks(JSON.parse(JSON.stringify(blocks)))).toEqual(blocks);
      expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
    }
  });
});
