import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import type { Block, BlockItem } from "../../domain/landing/block-types.ts";
import { blocksToHtml, readBlocks } from "../../domain/landing/blocks.ts";
import type { Template } from "../../domain/landing/template.ts";
import { serviceTemplates, templates, tradeTemplates } from "../../domain/landing/templates.ts";
import { withBusiness } from "../../domain/landing/with-business.ts";
import { formatDollars } from "../../domain/money.ts";
import { brand } from "./brand.ts";
import { clients } from "./clients.ts";
import { companyNavigation, funnelNavigation, mainNavigation } from "./navigation.ts";
import { transformation, whatYouGet } from "./tier-pages/consulting.ts";
import { services, tiers } from "./tiers.ts";

const dollars = (cents: number) => formatDollars(cents / 100);
const templateOf = (id: string) => templates.find((each) => each.id === id) as Template;
const wordsOf = ({ title, description, blocks }: Template) => `${title} ${description} ${blocksToHtml(blocks)}`;

describe("The templates for our services", () => {
  it("are one for each service", () => {
    expect(serviceTemplates.map(({ id }) => id).toSorted()).toEqual(
      [...tiers.map(({ id }) => id), "advertisements", "consulting"].toSorted(),
    );
  });

  it("have the prices of the pricing table", () => {
    for (const { id, price, offers } of tiers) {
      const words = wordsOf(templateOf(id));
      expect(words).toContain(`${dollars(price.setupCents)} setup`);
      expect(words).toContain(`<strong>${dollars(price.monthlyCents)}</strong>`);
      expect(words).toContain(offers);
    }
    const priceOf = (id: string) => services.find((service) => service.id === id)?.figure;
    expect(wordsOf(templateOf("advertisements"))).toContain(`<strong>${priceOf("ads")}</strong>`);
    expect(wordsOf(templateOf("consulting"))).toContain(`<strong>${priceOf("consulting")}</strong>`);
  });

  it("name what consulting includes and changes as the specification does", () => {
    const words = wordsOf(templateOf("consulting")).toLowerCase();
    for (const { title } of whatYouGet) expect(words).toContain(title.toLowerCase());
    for (const { from, to } of transformation) {
      expect(words).toContain(from);
      expect(words).toContain(to);
    }
  });

  it("name only the clients that the site names", () => {
    const known = new Set(clients.map(({ name }) => name));
    for (const { type, items } of serviceTemplates.flatMap(({ blocks }) => blocks))
      if (type === "logos") for (const { name } of items as BlockItem[]) expect(known).toContain(name);
  });

  it("end with our name, address and terms", () => {
    for (const { blocks } of serviceTemplates) {
      const footer = blocksToHtml([blocks.at(-1) as Block]);
      for (const line of [brand.name, brand.legalName, brand.tagline, brand.email, ...brand.address.slice(0, 2)])
        expect(footer).toContain(line);
      expect(footer).toContain('href="/terms"');
    }
  });
});

describe("The templates for trades", () => {
  it("have what such a business publishes", () => {
    expect(tradeTemplates).toHaveLength(5);
    for (const { id, blocks } of tradeTemplates) {
      const types = blocks.map(({ type }) => type);
      for (const type of ["pricing", "faq", "form", "footer"] as const)
        expect([id, types]).toEqual([id, expect.arrayContaining([type])]);
      // A coach works by video.
      if (id !== "coach") {
        expect(types).toContain("team");
        expect(types).toContain("gallery");
        const place = blocks.find(({ type }) => type === "map");
        expect(place?.address).toMatch(/\n.+, [A-Z]{2} \d{5}$/);
        expect(place?.items).not.toHaveLength(0);
      }
      const legal = blocks.at(-1)?.legalItems as BlockItem[];
      expect(legal.map(({ label }) => label)).toContain("Privacy");
    }
  });

  it("ask for the owner's pictures, and show none", () => {
    for (const { blocks } of tradeTemplates) {
      expect(blocks[0]).toMatchObject({ type: "hero", picture: "image", image: null });
      expect(blocksToHtml(blocks)).not.toContain("<img");
    }
  });

  it("reach nobody real: phone numbers, addresses and domains are for examples", () => {
    for (const { blocks } of templates) {
      const text = JSON.stringify(blocks);
      for (const [phone] of text.matchAll(/\(\d{3}\) \d{3}-\d{4}|\+1\d{10}/g)) expect(phone).toMatch(/555-?01\d\d$/);
      for (const [email] of text.matchAll(/[\w.]+@[\w.]+\w/g)) expect(email).toMatch(/\.example$/);
      expect(text).not.toMatch(/https?:/);
    }
  });
});

type Node = {
  tagName?: string;
  value?: string;
  childNodes?: Node[];
  attrs?: { name: string; value: string }[];
};
function all(html: string): Node[] {
  const found: Node[] = [];
  const walk = (node: Node) => {
    if (node.tagName) found.push(node);
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html) as unknown as Node);
  return found;
}
const attribute = (node: Node, name: string) => node.attrs?.find((each) => each.name === name)?.value;
const textOf = (node: Node): string => (node.value ?? "") + (node.childNodes ?? []).map(textOf).join("");
const pathsOfSite = new Set([...mainNavigation, ...funnelNavigation, ...companyNavigation].map(({ href }) => href));

describe.each(templates.map((template) => ({ name: template.id, template })))("The template $name", ({ template }) => {
  const { title, description, blocks } = template;
  const html = blocksToHtml(blocks);
  const elements = all(html);
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);

  it("has a title and a description that a search shows whole, and one h1", () => {
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(155);
    expect(named("h1")).toHaveLength(1);
    expect(blocks[0]?.type).toBe("hero");
  });

  it("has blocks that are read again unchanged, each with its own id", () => {
    expect(readBlocks(JSON.parse(JSON.stringify(blocks)))).toEqual(blocks);
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
  });

  it("has varied looks, and no section without words", () => {
    expect(new Set(blocks.map(({ type }) => type)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(blocks.map(({ background }) => background)).size).toBeGreaterThanOrEqual(3);
    for (const section of named("section")) expect(textOf(section).trim().length).toBeGreaterThan(40);
    for (const list of [...named("ul"), ...named("ol"), ...named("dl")]) expect(textOf(list).trim()).not.toBe("");
  });

  it("has one form, with a name, an email and a phone number", () => {
    expect(named("form")).toHaveLength(1);
    const names = named("input").map((input) => attribute(input, "name"));
    expect(names).toEqual(expect.arrayContaining(["name", "email", "phone"]));
    expect(blocks.filter(({ type }) => type === "booking")).toHaveLength(0);
  });

  it("has no empty step in its form, and only conditions that an answer can meet", () => {
    const fields = blocks.find(({ type }) => type === "form")?.items as BlockItem[];
    for (const [place, { kind }] of fields.entries())
      if (kind === "step") expect(fields[place + 1]?.kind ?? "step").not.toBe("step");
    for (const { show, when, value } of fields.filter((field) => field.show !== "always" && field.show !== undefined)) {
      expect(show).toBe("is");
      const asked = fields.find(({ label }) => label === when);
      expect(String(asked?.options).split("\n")).toContain(value);
    }
    const conditions = fields.filter(({ show }) => show === "is");
    expect(elements.filter((element) => attribute(element, "data-when") !== undefined)).toHaveLength(conditions.length);
  });

  it("has links only to what exists", () => {
    const ids = new Set(elements.map((element) => attribute(element, "id")).filter(Boolean));
    for (const link of named("a")) {
      const href = attribute(link, "href") ?? "";
      expect(textOf(link).trim()).not.toBe("");
      if (href.startsWith("#")) expect(ids).toContain(href.slice(1));
      else if (href.startsWith("/")) expect(pathsOfSite).toContain(href);
      else
        expect(href).toMatch(
          /^(tel:\+?\d{10,11}|mailto:[\w.]+@[\w.]+\.example|https:\/\/www\.google\.com\/maps\/search\/.+)$/,
        );
    }
  });
});

describe("A template for a business", () => {
  it.each(tradeTemplates.map((template) => [template.id, template] as const))(
    "%s has its name everywhere, and no words of the sample's",
    (_, template) => {
      const sample = String(template.blocks.find(({ type }) => type === "footer")?.name);
      const made = withBusiness(template, { name: "Alder & Sons <b>" });
      expect(sample).not.toBe("");
      expect(JSON.stringify(made.blocks)).not.toContain(sample);
      expect(JSON.stringify(made.blocks).split("Alder & Sons").length).toBe(
        JSON.stringify(template.blocks).split(sample).length,
      );
      expect(readBlocks(JSON.parse(JSON.stringify(made.blocks)))).toEqual(made.blocks);
      expect(withBusiness(template, { name: " ", phone: null })).toBe(template);
    },
  );
});
