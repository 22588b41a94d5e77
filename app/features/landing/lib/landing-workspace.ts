import { queryOptions, useQuery } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";

export const landingWorkspaceAnswer = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  kind: z.enum(["agency", "client"]),
  may_write: z.boolean(),
  needs_approval: z.boolean(),
  is_admin: z.boolean(),
});

/** The account whose landing pages are on the screen, and what the user may do with them. */
export type LandingWorkspace = z.infer<typeof landingWorkspaceAnswer>;

export const landingWorkspaceQuery = queryOptions({
  queryKey: queryKeys.landingWorkspace(),
  queryFn: () => rpc("landing_workspace", {}, landingWorkspaceAnswer),
  staleTime: 60_000,
});

/** Undefined until it is loaded. */
export const useLandingWorkspace = (): LandingWorkspace | undefined => useQuery(landingWorkspaceQuery).data;
