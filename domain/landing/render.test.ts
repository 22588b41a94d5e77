import fc from "fast-check";
import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import { blocksToHtml } from "./blocks.ts";
import type { LandingPage } from "./page.ts";
import { renderLandingPage } from "./render.ts";
import { templates } from "./templates.ts";

const page = (over: Partial<LandingPage> = {}): LandingPage => ({
  id: "00000000-0000-4000-8000-000000000001",
  slug: "offer",
  version: 3,
  title: "An offer",
  description: "For you",
  hide_title: false,
  content: "<p>Hello</p>",
  theme: "default",
  custom_css: null,
  custom_js: "window.ran = true",
  ...over,
});
const options = { address: "https://example.com/landing/offer", formAction: "/functions/v1/submit-landing-form" };
const render = (over: Partial<LandingPage> = {}) => renderLandingPage(page(over), options);

type Node = {
  tagName?: string;
  childNodes?: Node[];
  value?: string;
  content?: Node;
  attrs?: { name: string; value: string }[];
};
function all(html: string, name: string): Node[] {
  const found: Node[] = [];
  // Skips the content of templates, because scripts in it do not run.
  const walk = (node: Node) => {
    if (node.tagName === name) found.push(node);
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html) as unknown as Node);
  return found;
}
const runs = (html: string, js: string) => all(html, "script").some((script) => script.childNodes?.[0]?.value === js);

describe("A landing page's document", () => {
  it("has the title, description and Open Graph, once", () => {
    const html = render({ title: `A "<b>`, description: "'&" });
    expect(html).toContain("<title>A &quot;&lt;b&gt;</title>");
    expect(html.match(/property="og:title"/g)).toHaveLength(1);
    expect(html).toContain('<link rel="canonical" href="https://example.com/landing/offer">');
    expect(all(html, "h1")).toHaveLength(1);
  });

  const OWN = ["<H1 class=x>Mine</H1>", "<main><h1>Mine</h1></main>", "<div><h1>Mine", "<h1>Mine</h1><h1>Again</h1>"];
  const NONE = ["", "<p>x", "<!-- <h1>no</h1> --><p>x", "<textarea><h1></textarea>", "<h2>x</h2>"];

  it.each([...OWN, ...NONE])("shows title and description before %j", (content) => {
    const html = render({ content });
    expect(html).toContain("<h1>An offer</h1>\n<p>For you</p>");
    expect(html.indexOf("<h1>An offer</h1>")).toBeLessThan(html.indexOf(content || "</main>"));
  });

  it.each(OWN)("leaves them out before %j if the page says so", (content) => {
    const html = render({ content, hide_title: true });
    expect(html).not.toContain("<h1>An offer</h1>");
    expect(html).not.toContain("<p>For you</p>");
    expect(html).toContain("<title>An offer</title>");
    expect(all(html, "main")).toHaveLength(1);
  });

  it.each(NONE)("shows them before %j even then, because a page needs a heading", (content) => {
    expect(all(render({ content, hide_title: true }), "h1")).toHaveLength(1);
  });

  it.each([
    ["comment", "<p>x</p><!-- open"],
    ["tag", '<p>x</p><div class="a'],
    ["tag without quotes", "<p>x</p><div class=a"],
    ["tag in single quotes", "<p>x</p><div class='a > b"],
    ["style", "<style>p { color: red"],
    ["script", "<script>let a = 1;"],
    ["script with an open comment", "<script><!-- <script> let a"],
    ["text area", "<textarea>never"],
    ["title", "<title>x"],
    ["template", "<template><p>x"],
    ["svg", "<svg><g><title>x</title>"],
    ["select", "<select><option>a"],
    ["table", "<table><tr><td>a"],
    ["end tag", "<p>x</"],
    ["processing instruction", "<p>x</p><?php echo"],
    ["CDATA in svg", "<svg><![CDATA[ x"],
    ["noscript", "<noscript><p>x"],
    ["end tags of main and the document", "</main></body></html>"],
  ])("runs the page's script after broken content: %s", (_, content) => {
    expect(runs(render({ content }), "window.ran = true")).toBe(true);
  });

  it("keeps any content unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (content) => {
        expect(render({ content })).toContain(content);
      }),
    );
    const markup = fc.constantFrom(
      "<",
      ">",
      "</",
      "<!--",
      "-->",
      '"',
      "'",
      "<svg>",
      "<script>",
      "</script>",
      "<style>",
      "=",
      " a",
      "<form>",
      "]]>",
      "<textarea>",
      "<title>",
    );
    fc.assert(
      fc.property(fc.array(markup, { maxLength: 12 }), (parts) => {
        const content = parts.join("");
        expect(render({ content })).toContain(content);
      }),
    );
  });

  it("lets neither style nor script end early", () => {
    const html = render({
      custom_css: "a::after { content: '</style><script>alert(1)</script>' }",
      custom_js: "x = '</script><img src=x onerror=alert(1)>'",
    });
    expect(all(html, "img")).toHaveLength(0);
    // The page's own, and the one that counts visits.
    expect(all(html, "script")).toHaveLength(2);
    expect(runs(render({ custom_js: "x = '<!--<script>'" }), "x = '<\\!--<script>'")).toBe(true);
  });

  it("reads half a million characters at any nesting depth before the test's time is up", () => {
    for (const part of ["<div>", "<b><p>", "<svg>", "<form data-lead-form>", "<!--", "<template>"]) {
      render({ content: part.repeat(Math.floor(500_000 / part.length)).slice(0, 500_000) });
    }
  });
});

describe("Marked forms", () => {
  it("get their target, and everything else is unchanged", () => {
    const html = render({
      content:
        '<FORM data-lead-form action="https://elsewhere.example" class="x"><input name=email></FORM><form><input name=q></form>',
    });
    const [form, other] = all(html, "form");
    const value = (name: string) => form?.attrs?.find((attribute) => attribute.name === name)?.value;
    expect([value("action"), value("data-lead-action"), value("method"), value("class")]).toEqual([
      "",
      "/functions/v1/submit-landing-form",
      "post",
      "x",
    ]);
    expect(other?.attrs).toEqual([]);
    expect(html).toContain('<input type="hidden" name="_version" value="3">');
    expect(html).toContain('id="sent"');
  });

  it("are not found in comments, text areas or scripts", () => {
    const content =
      "<!--<form data-lead-form>--><textarea><form data-lead-form></textarea><script>'<form data-lead-form>'</script>";
    expect(render({ content })).not.toContain('name="_page"');
  });

  it("each show their own success message, escaped", () => {
    const html = render({
      content: '<form data-lead-form data-done="Bye &lt;b&gt;"></form><form data-lead-form></form>',
    });
    expect(html).toContain("Bye &lt;b&gt;</p>");
    expect(html).toContain('id="sent-2"');
  });

  it("send nothing in a preview", () => {
    const html = renderLandingPage(page({ content: "<form data-lead-form></form>" }), { ...options, preview: true });
    expect(html).toContain("Nothing was sent");
    expect(html).toContain('name="robots" content="noindex"');
  });
});

it("every template is a page with one heading", () => {
  for (const template of templates) {
    const html = render({
      content: blocksToHtml(template.blocks),
      theme: template.theme,
      title: template.title,
      hide_title: true,
    });
    expect(all(html, "h1")).toHaveLength(1);
    expect(html).toContain("submit-landing-form");
  }
});
