import { expect, test } from "vitest";
import { PLAIN_BRAND } from "../../domain/landing/brand.ts";
import type { ServedPage } from "../../domain/landing/page.ts";
import { createLandingRenderer } from "./render-landing.ts";

const CLIENT = "00000000-0000-4000-8000-000000000002/logo.png";

function page(logo: string): ServedPage {
  const account = { name: "Smile", accent: null, logo: { name: logo, width: 200, height: 40, plate: false } };
  return {
    ...{
      id: "p",
      slug: "offer",
      version: 1,
      title: "Offer",
      description: null,
      content: "<h1>Offer</h1>",
      theme: "brand",
    },
    ...{ hide_title: true, custom_css: null, custom_js: null, account: "smile", custom_domain: "offer.example.com" },
    brand: { ...PLAIN_BRAND, shows_logo: true, favicon: logo, account },
  };
}

const imageOf = (served: ServedPage, onDomain: boolean, supabaseUrl?: string) => {
  const security = { siteUrl: "https://portal.example.com", ...(supabaseUrl && { supabaseUrl }) };
  const { live } = createLandingRenderer(security, () => new Map()).page(served, onDomain);
  return /<img src="([^"]+)"/.exec(live.variants.identity.body.toString())?.[1];
};

test("a client's logo comes from the page's own host, so that its domain never names ours", () => {
  for (const onDomain of [true, false])
    expect(imageOf(page(CLIENT), onDomain)).toBe(`/storage/v1/object/public/brand/${CLIENT}`);
});

test("the agency's logo comes from the agency's host on other domains, which don't serve it", () => {
  expect(imageOf(page("logo.png"), true)).toBe("https://portal.example.com/storage/v1/object/public/brand/logo.png");
  expect(imageOf(page("logo.png"), false)).toBe("/storage/v1/object/public/brand/logo.png");
});

test("files of a hosted project come from there", () => {
  expect(imageOf(page(CLIENT), true, "https://project.example.co")).toBe(
    `https://project.example.co/storage/v1/object/public/brand/${CLIENT}`,
  );
});
