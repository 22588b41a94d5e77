import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AuthProblem } from "~/shared/auth-problem.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { AppSelect, CodeField } from "~/shared/second-factor/code-form.tsx";
import { codeText } from "~/shared/second-factor/code-schema.ts";
import { authenticatorAppsQuery, type FactorCode } from "./api.ts";

/** What the fields below add to a form's schema. Without two-step sign-in both are absent. */
export const factorCodeShape = { appId: z.optional(z.string()), code: z.optional(codeText) };

/** What was entered in these fields; null without two-step sign-in. */
export function readFactorCode({
  appId,
  code,
}: {
  appId?: string | undefined;
  code?: string | undefined;
}): FactorCode | null {
  return appId && code ? { appId, code } : null;
}

/** After a problem with a code, reads the apps again, because the chosen one may be gone. Throws the error again. */
export function useRefetchApps(userId: string) {
  const client = useQueryClient();
  return async (error: unknown): Promise<never> => {
    if (error instanceof AuthProblem && error.field === "code")
      await client.invalidateQueries({ queryKey: queryKeys.authenticatorApps(userId) });
    throw error;
  };
}

/** The code of two-step sign-in, for people who have it. */
export function FactorCodeFields({ userId, error }: { userId: string; error: string | undefined }) {
  const { data: apps = [] } = useQuery(authenticatorAppsQuery(userId));
  const [first, ...more] = apps;
  if (!first) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CodeField label="Code from your authenticator app" error={error} />
      {more.length > 0 ? (
        <AppSelect apps={apps} name="appId" />
      ) : (
        <input type="hidden" name="appId" value={first.id} readOnly />
      )}
    </div>
  );
}
