import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSuspectUrl, notionEmbedUrl, samplePagePath } from "./notion-embed.ts";

const ID = "0123456789abcdef0123456789abcdef";
const DASHED = "01234567-89ab-cdef-0123-456789abcdef";
const VIEW = "fedcba9876543210fedcba9876543210";

describe("the embed address of a Notion page", () => {
  test.each([
    [`https://www.notion.so/${ID}`, `https://www.notion.so/ebd/${ID}`],
    [`https://www.notion.com/acme/Our-leads-${ID}`, `https://www.notion.com/ebd/${ID}`],
    [`https://notion.so/${DASHED}`, `https://notion.so/ebd/${ID}`],
    [`https://www.notion.so/acme/Our-leads-${ID}`, `https://www.notion.so/ebd/${ID}`],
    [`https://www.notion.so/acme/Our-leads-${DASHED}`, `https://www.notion.so/ebd/${ID}`],
    [`https://www.notion.so/acme/Cafe-decade-${ID}?pvs=4`, `https://www.notion.so/ebd/${ID}`],
    [`https://acme.notion.site/Leads-${ID}?v=${VIEW}&pvs=4#top`, `https://acme.notion.site/ebd/${ID}?v=${VIEW}`],
    [`https://acme.notion.site/share/${ID}`, `https://acme.notion.site/ebd/${ID}`],
    [`https://acme.notion.site/share-${ID}`, `https://acme.notion.site/ebd/${ID}`],
    [`https://acme.notion.site/ebd//${ID}?v=${VIEW}`, `https://acme.notion.site/ebd/${ID}?v=${VIEW}`],
    [`https://www.notion.so/embed/${ID}`, `https://www.notion.so/ebd/${ID}`],
    [`https://www.notion.so/${VIEW}/Leads-${ID}`, `https://www.notion.so/ebd/${ID}`],
    [`https://www.notion.so/Leads-${ID}/`, `https://www.notion.so/ebd/${ID}`],
    [`https://www.notion.so/${ID}ffff`, `https://www.notion.so/ebd/${ID}`],
    [`https://www.notion.so/Caf%C3%A9-${ID.toUpperCase()}`, `https://www.notion.so/ebd/${ID}`],
    [`  HTTPS://Acme.Notion.Site/${ID} `, `https://acme.notion.site/ebd/${ID}`],
    [`http://www.notion.so/${ID}`, `https://www.notion.so/ebd/${ID}`],
    [`https://www.notion.so/${ID}?v=nothing`, `https://www.notion.so/ebd/${ID}`],
  ])("%s", (address, expected) => expect(notionEmbedUrl(address)).toBe(expected));

  test.each([
    "",
    "notion.so",
    `www.notion.so/${ID}`,
    "https://www.notion.so/",
    "https://www.notion.so/fake-page",
    `https://www.notion.so/${ID.slice(1)}`,
    `https://www.notion.so/page?p=${ID}`,
    `https://notion.so.evil.example/${ID}`,
    `https://evilnotion.so/${ID}`,
    `https://evilnotion.com/${ID}`,
    `https://evil.example/notion.so/${ID}`,
    `https://notion.site/${ID}`,
    `https://user:secret@www.notion.so/${ID}`,
    `https://www.notion.so:8443/${ID}`,
    `javascript:alert("notion.so/${ID}")`,
    `data:text/html,https://www.notion.so/${ID}`,
  ])("%j has no embed address", (address) => expect(notionEmbedUrl(address)).toBeNull());

  const hex = fc.stringMatching(/^[0-9a-f]{32}$/);
  const dashed = hex.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));
  const host = fc.oneof(
    fc.constantFrom("notion.so", "www.notion.so"),
    fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/).map((name) => `${name}.notion.site`),
  );
  const title = fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,12}$/), { maxLength: 4 });

  test("is found with any title and in any spelling of the id and the view", () => {
    fc.assert(
      fc.property(host, title, fc.oneof(hex, dashed), fc.option(fc.oneof(hex, dashed)), (name, words, id, view) => {
        const plain = (written: string) => written.replaceAll("-", "");
        const address = `https://${name}/acme/${[...words, id].join("-")}${view ? `?v=${view}` : ""}`;
        expect(notionEmbedUrl(address)).toBe(`https://${name}/ebd/${plain(id)}${view ? `?v=${plain(view)}` : ""}`);
      }),
    );
  });

  test("of an embed address is the address itself", () => {
    fc.assert(
      fc.property(host, hex, fc.option(hex), (name, id, view) => {
        const once = notionEmbedUrl(`https://${name}/${id}${view ? `?v=${view}` : ""}`);
        expect(notionEmbedUrl(once ?? "")).toBe(once);
      }),
    );
  });

  test("always leads to Notion, for any input", () => {
    const pieces = fc.constantFrom(
      "https://",
      "@",
      "\\",
      "/",
      ":",
      "?v=",
      "#",
      ".",
      "evil.example",
      "www.notion.so",
      ID,
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.array(pieces).map((list) => list.join("")),
        ),
        (address) => {
          const found = notionEmbedUrl(address);
          return (
            found === null ||
            /^https:\/\/([^/@:]+\.)?notion\.(so|site)\/ebd\/[0-9a-f]{32}(\?v=[0-9a-f]{32})?$/.test(found)
          );
        },
      ),
    );
  });
});

describe("the check after two seconds (spec §5)", () => {
  test.each([
    [`https://www.notion.so/${ID}`, false],
    [`https://acme.notion.site/${ID}`, true],
    ["https://www.notion.so/fake-page", true],
    ["https://www.notion.so/our-test-page", true],
    ["https://www.notion.so/latest", true],
    ["https://evil.example/?notion.so", false],
    ["https://www.notion.so/Fake", false],
    ["", true],
  ])("%s: %s", (address, flagged) => expect(isSuspectUrl(address)).toBe(flagged));
});

describe("the sample page of a seeded dashboard", () => {
  test.each([
    [`https://www.notion.so/upfunnel/Northside-leads-${ID}?v=${VIEW}&source=share`, `/dev/notion/${ID}`],
    [`https://upfunnel.notion.site/Willowmere-report-${ID}?v=${VIEW}`, `/dev/notion/${ID}`],
    [`https://www.notion.so/acme/Leads-${ID}`, null],
    [`https://www.notion.so/upfunnel-other/Leads-${ID}`, null],
    [`https://acme.notion.site/${ID}`, null],
    ["https://www.notion.so/upfunnel/Leads", null],
    ["https://evil.example/upfunnel/", null],
  ])("%s: %s", (address, expected) => expect(samplePagePath(address)).toBe(expected));
});
