import { cpSync } from "node:fs";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DatabaseConnection, openConnection } from "../../server/database/connect.ts";
import { type HostProcess, spawnHost, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";

const NO_DISK = "only root may mount a small disk";

describe("On a disk that fills up, a host with the embedded database", () => {
  let disk: SmallDisk | undefined;
  let host: HostProcess;
  let sales: SupabaseClient;
  beforeAll(async () => {
    disk = mountSmallDisk(700);
    if (!disk) return;
    cpSync(await seededDataDirectory(), join(disk.path, "data"), { recursive: true });
    host = await startHostProcess({ DATA_DIR: join(disk.path, "data"), RATE_LIMIT_SCALE: "0" });
    sales = (await signedInClient(host.url, "sales@example.com")).client as unknown as SupabaseClient;
  });
  afterAll(async () => {
    await host?.dispose();
    disk?.remove();
  });
  const addTask = async () => {
    const { data } = await sales.from("leads").select("id").limit(1).single();
    return sales
      .from("lead_tasks")
      .insert({ lead_id: data?.id, title: "Call", kind: "call", due_at: "2027-01-01T09:00:00Z" });
  };

  test("warns below 500 MB and continues", async (context) => {
    if (!disk) return context.skip(NO_DISK);
    disk.leave(300);
    await expect.poll(() => host.output()).toMatch(/"disk space: low"/);
    expect((await addTask()).error).toBeNull();
  });

  test("is read-only below 64 MB: reads work, every write says why and when to try again", async (context) => {
    if (!disk) return context.skip(NO_DISK);
    disk.leave(40);
    await expect.poll(() => host.output()).toMatch(/"disk space: full"/);
    const refused = await addTask();
    expect(refused.status).toBe(503);
    expect(refused.error).toMatchObject({ code: "53100", message: expect.stringContaining("disk is full") });
    expect((await sales.from("leads").select("id").limit(5)).data).toHaveLength(5);
    expect((await sales.rpc("crm_today")).error).toBeNull();
    const { supabasePublishableKey: apikey } = (await (await fetch(`${host.url}/config.json`)).json()) as {
      supabasePublishableKey: string;
    };
    const signIn = await fetch(`${host.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey, "Content-Type": "application/json" },
      body: JSON.stringify({ email: "client@example.com", password: "demo-password" }),
    });
    expect({ status: signIn.status, retry: signIn.headers.get("retry-after") }).toEqual({ status: 503, retry: "30" });
    const form = await fetch(`${host.url}/functions/v1/send-contact-email`, { method: "POST", body: "{}" });
    expect({ status: form.status, retry: form.headers.get("retry-after") }).toEqual({ status: 503, retry: "30" });
    expect(await form.json()).toMatchObject({ code: "53100", error: expect.stringContaining("disk is full") });
    expect((await fetch(`${host.url}/`)).status).toBe(200);
    expect((await fetch(`${host.url}/readyz`)).status).toBe(200);
  });

  test("writes again when there is space, without a restart", async (context) => {
    if (!disk) return context.skip(NO_DISK);
    disk.empty();
    await expect
      .poll(() => host.output())
      .toMatch(/"disk space: (enough|low)".*\n(.*\n)*.*"disk space: full".*\n(.*\n)*.*"disk space: (enough|low)"/);
    await expect.poll(async () => (await addTask()).error).toBeNull();
  });

  test("is not started on a full disk, and says in one line what to do", async (context) => {
    if (!disk) return context.skip(NO_DISK);
    await host.stop();
    disk.leave(20);
    const second = await spawnHost({ DATA_DIR: join(disk.path, "data") });
    const code = await new Promise((resolve) => second.child.once("exit", resolve));
    expect(code).toBe(1);
    expect(second.output().trim()).toMatch(
      /^Upfunnel can't start: the disk of DATA_DIR .* is full \(\d+ MB free\): free some space/,
    );
  });
});

describe("A statement whose log needs more space than the disk has", () => {
  let disk: SmallDisk | undefined;
  let connection: DatabaseConnection;
  beforeAll(async () => {
    disk = mountSmallDisk(700);
    if (!disk) return;
    cpSync(join(await seededDataDirectory(), "database"), join(disk.path, "database"), { recursive: true });
    connection = await openConnection({ directory: join(disk.path, "database") });
    await connection.driver.query("create table public.kept (id integer primary key)");
    await connection.driver.query("insert into public.kept values (1)");
  });
  afterAll(async () => {
    await connection?.close();
    disk?.remove();
  });

  test("ends with PostgreSQL's code for a full disk, and the database opens again when there is space", async (context) => {
    if (!disk) return context.skip(NO_DISK);
    disk.leave(12);
    // Only the log grows.
    const big = connection.driver.query(
      "select pg_logical_emit_message(false, 'fill', repeat('x', 1000000)) from generate_series(1, 60)",
    );
    await expect(big).rejects.toMatchObject({ code: "53100" });
    const next = () =>
      connection.driver.query("select 1").then(
        () => "answered",
        (error: { code: string }) => error.code,
      );
    // It is not opened again before there is space.
    await expect.poll(next).toBe("53100");
    disk.empty();
    const { rows } = await connection.driver.query("select count(*)::integer as kept from public.kept");
    expect(rows).toEqual([{ kept: 1 }]);
  });

  test("is ended if the database never returns, which a full disk can cause", async (context) => {
    if (!disk) return context.skip(NO_DISK);
    disk.leave(12);
    await expect(connection.driver.query("select pg_sleep(3600)")).rejects.toMatchObject({ code: "53100" });
    disk.empty();
    const { rows } = await connection.driver.query("select count(*)::integer as kept from public.kept");
    expect(rows).toEqual([{ kept: 1 }]);
  });
});
