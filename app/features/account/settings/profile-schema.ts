import * as z from "~/shared/schema.ts";

const text = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, `Use at most ${maxLength} characters`));

/** Spec §3 profiles. */
export const profileSchema = z.object({ firstName: text(100), lastName: text(100), company: text(200) });

export type ProfileValues = z.output<typeof profileSchema>;
