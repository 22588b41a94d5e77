import type { PageAnswer } from "../../domain/dashboard-health.ts";
import { samplePagePath } from "../../domain/notion-embed.ts";
import type { Backend } from "../backend/backend.ts";
import { answerSamplePage } from "./notion-page.ts";

/** How the drawn page of a seeded dashboard answers, asked in this very process; null for addresses of the real world. */
export async function reachSamplePage(address: string, backend: Backend): Promise<PageAnswer | null> {
  const path = samplePagePath(address);
  if (!path) return null;
  const started = performance.now();
  const id = path.slice(path.lastIndexOf("/") + 1);
  const page = await answerSamplePage(new Request(new URL(path, "http://localhost")), id, backend);
  const milliseconds = performance.now() - started;
  return { kind: "answered", status: page?.status ?? 404, redirects: 0, milliseconds, framable: true };
}
