import { useEffect, useState } from "react";
import { safeSessionStorage } from "~/shared/safe-storage.ts";
import * as z from "~/shared/schema.ts";
import type { NewAccount } from "./api.ts";

/** A sign-up whose confirmation email was sent. After a reload, its password is gone. */
export type SentSignUp = Omit<NewAccount, "password"> & { password?: string | undefined; sentAt: number };

const KEY = "sign-up";
const LINK_LIFETIME_MS = 24 * 3_600_000;

const stored = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  accountType: z.enum(["sales", "client"]),
  invitationToken: z.optional(z.string()),
  sentAt: z.number(),
});

/** The sign-up that waits for its confirmation. The tab keeps it over a reload, without the password, until someone signs in. */
export function useSentSignUp(isSignedIn: boolean): [SentSignUp | null, (sent: SentSignUp | null) => void] {
  const [sent, setSent] = useState<SentSignUp | null>(null);
  useEffect(() => {
    const { data } = stored.safeParse(safeSessionStorage.readJson(KEY));
    if (data && Date.now() - data.sentAt < LINK_LIFETIME_MS) setSent(data);
  }, []);
  useEffect(() => {
    if (isSignedIn) safeSessionStorage.remove(KEY);
  }, [isSignedIn]);
  const change = (next: SentSignUp | null) => {
    setSent(next);
    if (!next) return safeSessionStorage.remove(KEY);
    // Only what is listed: the form has its passwords, too.
    safeSessionStorage.write(KEY, JSON.stringify(stored.parse(next)));
  };
  return [sent, change];
}
