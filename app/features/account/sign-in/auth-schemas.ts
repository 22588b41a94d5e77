import * as z from "~/shared/schema.ts";
import { newPasswordRules } from "../lib/passwords.tsx";

const text = z._default(z.string(), "");
const email = text.check(
  z.trim(),
  z.refine((value) => value !== "", { error: "Email is required", abort: true }),
  z.refine((value) => /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 320, { error: "Enter a valid email address" }),
);

export const emailSchema = z.object({ email });

/** Spec §5: email and password are required on sign in. */
export const signInSchema = z.object({ email, password: text.check(z.minLength(1, "Password is required")) });

/** Spec §5 Sign up. Names are optional. */
export const signUpSchema = z
  .object({
    accountType: z.enum(["sales", "client"], { error: "Please select an account type" }),
    firstName: text.check(z.trim(), z.maxLength(100, "Use at most 100 characters")),
    lastName: text.check(z.trim(), z.maxLength(100, "Use at most 100 characters")),
    email,
    password: text,
    confirmPassword: text,
  })
  .check(newPasswordRules);
