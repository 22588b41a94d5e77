import { describe, expect, it } from "vitest";
import { type DemoVariant, demoCards, demoMetrics, demoVariant } from "./demo-metrics.ts";

const values = (variant: DemoVariant) => demoCards(variant).map(({ value }) => value);

describe("Demo metrics (spec §2, §9)", () => {
  it("choose the variant from the path", () => {
    expect(demoVariant("/legacy")).toBe("legacy");
    expect(demoVariant("/enterprise/")).toBe("enterprise");
    expect(demoVariant("/advertisements")).toBe("ads");
    expect(demoVariant("/home")).toBe("base");
    expect(demoVariant("/constructor")).toBe("base");
  });

  it("show the values of spec §9 for each tier", () => {
    expect(values("legacy")).toEqual(["127", "32", "18", "22"]);
    expect(values("launch")).toEqual(["284", "89", "11", "31"]);
    expect(values("base")).toEqual(["567", "198", "6", "42"]);
    expect(values("pro")).toEqual(["1,247", "586", "3", "58"]);
    expect(values("enterprise")).toEqual(["2,834", "1,523", "1", "71"]);
    expect(values("ads")).toEqual(["$1,847", "892", "$2.40", "4.8×"]);
  });

  it("label the cards exactly as specified", () => {
    expect(demoCards("ads").map(({ label }) => label)).toEqual([
      "Ad Spend (7d)",
      "Leads Generated (7d)",
      "Cost Per Lead",
      "ROAS",
    ]);
    expect(demoCards("pro").map(({ label }) => label)).toEqual([
      "Qualified Leads (7d)",
      "Booked Calls (7d)",
      "Speed-to-First-Touch (minutes)",
      "Conversion Rate (%)",
    ]);
  });

  it("chart about a seventh of the weekly leads per day", () => {
    for (const [variant, { leads, calls, chartBase, chartRange }] of Object.entries(demoMetrics)) {
      const week = variant === "ads" ? calls : leads;
      expect(Math.abs(7 * (chartBase + chartRange / 2) - week) / week).toBeLessThan(0.02);
    }
  });
});
