import fc from "fast-check";
import { Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { RequestTimes } from "./request-times.ts";
import { methodOf, routeOf } from "./routes.ts";

const line = fc.record({
  id: fc.constant("1"),
  method: fc.constantFrom("GET", "POST", "PURGE"),
  path: fc.constantFrom("/", "/assets/app.js", "/rest/v1/leads", "/healthz", "/landing/a"),
  status: fc.constantFrom(200, 204, 304, 404, 503),
  ms: fc.oneof(fc.double({ min: 0, max: 40_000, noNaN: true }), fc.constantFrom(0, 1, 5, 10, 25, 1000, 15_000, 15_001)),
});

test("Any requests are shown as the library's own histogram shows them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 60 }), async (lines) => {
      const [ours, theirs] = [new Registry(), new Registry()];
      const times = new RequestTimes(ours);
      const histogram = new Histogram({
        name: "upfunnel_request_seconds",
        help: "How long requests take, by route",
        labelNames: ["route", "method", "status"],
        buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
        registers: [theirs],
      });
      for (const each of lines) {
        times.add(each);
        const { method, path, status, ms } = each;
        const labels = {
          route: routeOf(path, status),
          method: methodOf(method),
          status: `${Math.trunc(status / 100)}xx`,
        };
        histogram.observe(labels, ms / 1000);
      }
      expect(await ours.metrics()).toBe(await theirs.metrics());
    }),
  );
});
