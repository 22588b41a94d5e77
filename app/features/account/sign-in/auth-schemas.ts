import * as z from "~/shared/schema.ts";
import { newPasswordRules } from "../lib/new-password-rules.ts";

const text = z._default(z.string(), "");
const email = text.check(
  z.trim(),
  // Nothing aborts, because an aborted check hides what is wrong with other fields. Each field shows its first error.
  z.refine((value) => value !== "", { error: "Email is required" }),
  z.refine((value) => /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 320, { error: "Enter a valid email address" }),
);

/** A new address needs a domain with a top level. An account that exists may have another one. */
const newEmail = email.check(
  z.refine((value) => /\.[^\s@.]{2,}$/.test(value), { error: "Enter a valid email address, such as name@example.com" }),
);

/** Spec §2: the email of an account that exists. */
export const resetSchema = z.object({ email });

/** A sign-up whose confirmation email was sent, as the tab keeps it. */
export const sentSignUpSchema = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  accountType: z.enum(["sales", "client"]),
  invitationToken: z.optional(z.string()),
  sentAt: z.number(),
});

const password = text.check(z.minLength(1, "Password is required"));

/** The right address of a sign-up. The password is missing while the page still knows it. */
export const correctionSchema = z.object({ email: newEmail, password: z.optional(password) });

/** Spec §5: email and password are required on sign in. */
export const signInSchema = z.object({ email, password });

/** Spec §5 Sign up. Names are optional. */
export const signUpSchema = z
  .object({
    accountType: z.enum(["sales", "client"], { error: "Please select an account type" }),
    firstName: text.check(z.trim(), z.maxLength(100, "Use at most 100 characters")),
    lastName: text.check(z.trim(), z.maxLength(100, "Use at most 100 characters")),
    email: newEmail,
    password: text,
    confirmPassword: text,
  })
  .check(newPasswordRules);
