import type { ProbeResult } from "../../domain/dashboard-health.ts";
import { samplePagePath } from "../../domain/notion-embed.ts";
import type { Backend } from "../backend/backend.ts";
import { handleSamplePage } from "./notion-page.ts";

/** Probes a seeded dashboard's sample page inside this process. Null for all other addresses. */
export async function probeSamplePage(address: string, backend: Backend): Promise<ProbeResult | null> {
  const path = samplePagePath(address);
  if (!path) return null;
  const started = performance.now();
  const id = path.slice(path.lastIndexOf("/") + 1);
  const page = await handleSamplePage(new Request(new URL(path, "http://localhost")), id, backend);
  const milliseconds = performance.now() - started;
  return { kind: "answered", status: page?.status ?? 404, redirects: 0, milliseconds, framable: true };
}
