import { hash } from "node:crypto";
import { landingSource } from "../../domain/landing/landing-source.ts";
import { toWallTime } from "../../domain/zoned-time.ts";
import type { Visit } from "./is-visit.ts";

/** A running test as the host serves it. The first variant is the live version. */
export type ServedTest<Variant extends { weight: number }> = {
  id: string;
  seed: string;
  /** Only visitors from this source are in the test; null for all. */
  onlySource: string | null;
  /** The agency's zone, in which the days of the test begin. */
  zone: string;
  variants: readonly Variant[];
};

/**
 * The variant of a visitor (address, newline, browser) on a day of the agency. Without a cookie it stays the same all day, because it is a
 * hash. The same as private.assigned_landing_version, which checks it when a form arrives.
 */
export function assignVariant<Variant extends { weight: number }>(
  { seed, variants }: Pick<ServedTest<Variant>, "seed" | "variants">,
  day: string,
  visitor: string,
): Variant | undefined {
  let place = hash("sha256", `${seed}\n${day}\n${visitor}`, "buffer").readUInt32BE(0) % 100;
  return variants.find(({ weight }) => {
    place -= weight;
    return place < 0;
  });
}

/** Finds a visitor's variant for a visit. Undefined: they see the live version and are in no test. */
export function createVariantFinder() {
  const today = createDayReader();
  return <Variant extends { weight: number }>(
    test: ServedTest<Variant>,
    visit: Visit,
    visitor: string,
  ): Variant | undefined => {
    const { onlySource } = test;
    if (onlySource !== null && landingSource(visit.query, visit.header("referer"), visit.host) !== onlySource)
      return undefined;
    return assignVariant(test, today(test.zone), visitor);
  };
}

const MINUTE_MS = 60_000;

/** Today in a zone, written once a minute. */
function createDayReader(): (zone: string) => string {
  let known = { minute: 0, zone: "", day: "" };
  return (zone) => {
    const now = Date.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== known.minute || zone !== known.zone)
      known = { minute, zone, day: new Date(toWallTime(now, zone)).toISOString().slice(0, 10) };
    return known.day;
  };
}
