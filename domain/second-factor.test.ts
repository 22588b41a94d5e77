import { describe, expect, test } from "vitest";
import { secondFactorPage } from "./second-factor.ts";

describe("a session without its second step", () => {
  test("goes to the code page, or to the setup that the agency requires, and comes back afterward", () => {
    expect(secondFactorPage("needed", "/crm/leads?q=a&sort=b")).toBe(
      "/auth/code?next=%2Fcrm%2Fleads%3Fq%3Da%26sort%3Db",
    );
    expect(secondFactorPage("required", "/admin")).toBe("/auth/set-up?next=%2Fadmin");
  });

  test("needs no return address for the default page after sign-in", () => {
    for (const wanted of ["/", "/dashboard", "/pending-approval", "", null])
      expect(secondFactorPage("needed", wanted)).toBe("/auth/code");
  });

  test("continues when the code was given or none is required", () => {
    for (const state of ["none", "given"] as const) expect(secondFactorPage(state, "/crm")).toBeNull();
  });
});
