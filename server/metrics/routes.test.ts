import fc from "fast-check";
import { expect, test } from "vitest";
import { methodOf, routeOf } from "./routes.ts";

test.each([
  ["/auth/v1/token", 200, "auth/token"],
  ["/auth/v1/nonsense", 404, "auth/other"],
  ["/rest/v1/leads", 200, "rest/leads"],
  ["/rest/v1/rpc/crm_today", 200, "rest/rpc/crm_today"],
  ["/rest/v1/nowhere", 404, "rest/other"],
  ["/functions/v1/check-subscription", 200, "functions/check-subscription"],
  ["/assets/app-1234.js", 200, "asset"],
  ["/landing/spring-offer", 200, "landing"],
  ["/readyz", 200, "operations"],
  ["/admin/clients/1", 200, "page"],
  ["/", 200, "page"],
])("%s with status %i is %s", (path, status, label) => {
  expect(routeOf(path, status)).toBe(label);
});

test("Strangers cannot make more than a few hundred labels", () => {
  const labels = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom("rest", "rest/v1/rpc", "auth", "functions", "storage", "x"),
      fc.webPath(),
      fc.stringMatching(/^[a-z_]{1,20}$/),
      fc.constantFrom(200, 404, 500),
      (area, path, name, status) => {
        labels.add(routeOf(`/${area}/v1/${name}`, status));
        labels.add(routeOf(`/${area}/v1${path}`, status));
        labels.add(methodOf(name));
      },
    ),
    { numRuns: 3_000 },
  );
  expect(labels.size).toBeLessThan(700);
});
