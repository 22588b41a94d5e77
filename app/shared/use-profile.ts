import { useQuery } from "@tanstack/react-query";
import { loadProfile } from "./load-profile.ts";
import { queryKeys } from "./query-keys.ts";

/** The profile of the signed-in person. */
export function useProfile(userId: string) {
  return useQuery({ queryKey: queryKeys.profile(userId), queryFn: () => loadProfile(userId) });
}
