import { isEqual } from "../settings/settings-changes.ts";
import type { AccountSettings } from "./api.ts";

/** The settings whose values differ from the loaded ones. */
export function changedSettings(loaded: AccountSettings, values: AccountSettings): Partial<AccountSettings> {
  const entries = Object.entries(values).filter(
    ([name, value]) => !isEqual(loaded[name as keyof AccountSettings], value),
  );
  return Object.fromEntries(entries);
}
