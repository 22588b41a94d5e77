import { rpc } from "~/shared/api.ts";
import type { Workspace } from "~/shared/workspace-query.ts";

/** Notes once for each page load that a person of the agency entered a client's workspace. */
let visited: Promise<unknown> | undefined;
export async function recordVisit({ role }: Workspace): Promise<void> {
  if (role !== "admin" && role !== "lent") return;
  visited ??= rpc("record_workspace_visit").catch((error: unknown) => {
    visited = undefined;
    throw error;
  });
  await visited;
}
