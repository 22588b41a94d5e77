import { expect, test } from "vitest";
import * as z from "~/shared/schema.ts";
import { signUpSchema } from "./auth-schemas.ts";

test("An empty sign-up form names every required field at once", () => {
  const { error } = z.safeParse(signUpSchema, { firstName: "", lastName: "", email: "", password: "" });
  const fields = new Set(error?.issues.map(({ path }) => path[0]));
  expect([...fields].toSorted()).toEqual(["accountType", "confirmPassword", "email", "password"]);
});
