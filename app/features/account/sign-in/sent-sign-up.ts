import { useEffect, useState } from "react";
import { safeSessionStorage } from "~/shared/safe-storage.ts";
import type { NewAccount } from "./api.ts";

/** A sign-up whose confirmation email was sent. After a reload, its password is gone. */
export type SentSignUp = Omit<NewAccount, "password"> & { password?: string | undefined; sentAt: number };

const KEY = "sign-up";
const LINK_LIFETIME_MS = 24 * 3_600_000;

/** The sign-up that waits for its confirmation. The tab keeps it over a reload, without the password, until someone signs in. */
export function useSentSignUp(isSignedIn: boolean): [SentSignUp | null, (sent: SentSignUp | null) => void] {
  const [sent, setSent] = useState<SentSignUp | null>(null);
  useEffect(() => {
    const stored = safeSessionStorage.readJson(KEY);
    if (stored)
      void import("./auth-schemas.ts").then(
        ({ sentSignUpSchema }) => {
          const { data } = sentSignUpSchema.safeParse(stored);
          if (data && Date.now() - data.sentAt < LINK_LIFETIME_MS) setSent((current) => current ?? data);
        },
        // The form of a new sign-up stays.
        () => undefined,
      );
  }, []);
  useEffect(() => {
    if (isSignedIn) safeSessionStorage.remove(KEY);
  }, [isSignedIn]);
  const change = (next: SentSignUp | null) => {
    setSent(next);
    if (!next) return safeSessionStorage.remove(KEY);
    // Only what is listed: the form has its passwords, too.
    const { email, firstName, lastName, accountType, invitationToken, sentAt } = next;
    safeSessionStorage.write(KEY, JSON.stringify({ email, firstName, lastName, accountType, invitationToken, sentAt }));
  };
  return [sent, change];
}
