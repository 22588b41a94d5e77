import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import sharp from "sharp";
import type { HostProcess } from "./host-process.ts";
import { signedInClient } from "./session.ts";

/** A picture of one color. */
export function picture(width = 80, height = 60, format: "png" | "jpeg" | "webp" | "gif" = "png"): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#3366cc" } })
    .toFormat(format)
    .toBuffer();
}

/** A client with the host's secret key, as a server of the agency would use it. */
export function serviceClient(host: HostProcess) {
  const { secretKey } = JSON.parse(readFileSync(join(host.dataDir, "secrets.json"), "utf8")) as { secretKey: string };
  return createClient(host.url, secretKey, { auth: { persistSession: false } });
}

/** An admin's client, and a way to send requests that no client sends. */
export async function storageAdmin(host: HostProcess) {
  const { client, session } = await signedInClient(host.url, "admin@example.com");
  const authorization = `Bearer ${session.access_token}`;
  const send = (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${host.url}/storage/v1/${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body, duplex: "half" }),
    } as RequestInit);
  return { client, session, send, id: session.user.id };
}

/** The code of a storage error; undefined without one. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;
