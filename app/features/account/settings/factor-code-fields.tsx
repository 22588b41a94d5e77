import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { CodeField } from "~/shared/second-factor/code-form.tsx";
import { codeText } from "~/shared/second-factor/code-schema.ts";
import { listApps } from "~/shared/second-factor/factors.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import type { FactorCode } from "./api.ts";

/** What the fields below add to a form's schema; without them both are absent. */
export const factorCodeShape = { appId: z.optional(z.string()), code: z.optional(codeText) };

/** What was given in these fields, or null without two-step sign-in. */
export function readFactorCode({
  appId,
  code,
}: {
  appId?: string | undefined;
  code?: string | undefined;
}): FactorCode | null {
  return appId && code ? { appId, code } : null;
}

/** Beside the current password: the code of two-step sign-in, for those who have it. */
export function FactorCodeFields({ userId, error }: { userId: string; error: string | undefined }) {
  const { data: apps = [] } = useQuery({ queryKey: queryKeys.authenticatorApps(userId), queryFn: listApps });
  const [first, ...more] = apps;
  if (!first) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CodeField label="Code from your authenticator app" error={error} />
      {more.length > 0 ? (
        <Field label="Authenticator app">
          <NativeSelect name="appId">
            {apps.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
      ) : (
        <input type="hidden" name="appId" value={first.id} readOnly />
      )}
    </div>
  );
}
