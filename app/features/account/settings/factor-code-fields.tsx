import { useQuery } from "@tanstack/react-query";
import * as z from "~/shared/schema.ts";
import { AppSelect, CodeField } from "~/shared/second-factor/code-form.tsx";
import { codeText } from "~/shared/second-factor/code-schema.ts";
import { authenticatorAppsQuery, type FactorCode } from "./api.ts";

/** The schema fields for the controls below. Without two-step sign-in, both are absent. */
export const factorCodeShape = { appId: z.optional(z.string()), code: z.optional(codeText) };

/** The values of these fields; null without two-step sign-in. */
export function readFactorCode({
  appId,
  code,
}: {
  appId?: string | undefined;
  code?: string | undefined;
}): FactorCode | null {
  return appId && code ? { appId, code } : null;
}

/** The code field, for users with two-step sign-in. */
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
