import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trafficText, trafficType } from "./traffic-type.ts";

const OWN = "upfunnel.example";
const engines = ["google", "bing", "yahoo", "duckduckgo", "ecosia"];
const source = fc.string({ minLength: 1 });
const anyReferrer = fc.oneof(fc.webUrl(), fc.constant(""), fc.string());

describe("the traffic type (spec §4)", () => {
  test("is paid_ads whenever there is a utm source", () => {
    fc.assert(fc.property(source, anyReferrer, (utm, referrer) => trafficType(utm, referrer, OWN) === "paid_ads"));
  });

  test("is organic for the five search engines, in every country and on every page", () => {
    const host = fc.tuple(
      fc.constantFrom("", "www.", "search.", "r.search."),
      fc.constantFrom(...engines),
      fc.constantFrom(".com", ".org", ".de", ".co.uk", ".com.br"),
    );
    fc.assert(
      fc.property(host, fc.webPath(), (parts, path) => {
        expect(trafficType(null, `https://${parts.join("")}${path}`, OWN)).toBe("organic");
      }),
    );
  });

  test("is referral for every other site, even if it only looks like a search engine", () => {
    fc.assert(
      fc.property(fc.webUrl(), (referrer) => {
        const { host } = new URL(referrer);
        fc.pre(host !== OWN && !engines.some((engine) => host.includes(engine)));
        expect(trafficType(null, referrer, OWN)).toBe("referral");
      }),
    );
    for (const host of ["google.evil.example", "notgoogle.com", "bing-deals.com", "mygoogle.com"])
      expect(trafficType(null, `https://${host}/`, OWN)).toBe("referral");
  });

  test("is direct without a referrer, from our own pages, and for invalid addresses", () => {
    fc.assert(fc.property(fc.webPath(), (path) => trafficType(null, `https://${OWN}${path}`, OWN) === "direct"));
    for (const referrer of ["", "about:client", "not an address"])
      expect(trafficType(null, referrer, OWN)).toBe("direct");
    expect(trafficType("", "", OWN)).toBe("direct");
  });

  test("treats another port or subdomain as another site", () => {
    expect(trafficType(null, "http://127.0.0.1:4000/", "127.0.0.1:3000")).toBe("referral");
    expect(trafficType(null, `https://blog.${OWN}/`, OWN)).toBe("referral");
  });
});

test("A traffic type is shown in words, and an unknown one as it is", () => {
  expect(["paid_ads", "organic", "referral", "direct", "affiliate"].map(trafficText)).toEqual([
    "Paid ads",
    "Organic search",
    "Referral",
    "Direct",
    "affiliate",
  ]);
});
