import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

let host: HostProcess;

beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
});
afterAll(() => host.dispose());

const as = (email: string) => signedInClient(host.url, email);

/** Adds an unassigned dashboard with this address, as a careless import would. */
async function dashboardAt(address: string): Promise<string> {
  const { client } = await as("admin@example.com");
  const row = { user_id: "imported-user", business_name: "Careless", notion_database_url: address };
  const { data, error } = await client.from("client_dashboards").insert(row).select("id").single();
  if (error) throw error;
  return data.id;
}

async function check(email: string | null, dashboardId: unknown) {
  const session = email ? (await as(email)).session : null;
  const response = await fetch(`${host.url}/functions/v1/check-dashboard`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(session && { Authorization: `Bearer ${session.access_token}` }),
    },
    body: JSON.stringify({ dashboardId }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function healthOf(id: string): Promise<string | undefined> {
  const { client } = await as("admin@example.com");
  return (await client.from("client_dashboards").select("health_status").eq("id", id).single()).data?.health_status;
}

describe("The dashboard check", () => {
  test("finds a seeded dashboard healthy, without leaving this machine", async () => {
    const { client } = await as("admin@example.com");
    const { data } = await client
      .from("client_dashboards")
      .select("id")
      .eq("business_name", "Northside Dental")
      .single();
    expect(await check("admin@example.com", data?.id)).toEqual({
      status: 200,
      body: { health: "healthy", reason: "ok" },
    });
    expect(await healthOf(data?.id ?? "")).toBe("healthy");
  });

  test.each([
    ["https://127.0.0.1/", "private_address"],
    ["https://2130706433/", "private_address"],
    ["https://localhost/", "private_address"],
    ["https://[::1]/", "private_address"],
    ["https://[::ffff:169.254.169.254]/latest/meta-data", "private_address"],
    ["https://10.0.0.1/", "private_address"],
    ["https://192.168.1.1:443/", "private_address"],
    ["https://1.1.1.1:22/", "port"],
    ["http://www.notion.so/a", "scheme"],
  ])("reports %s as an error: %s", async (address, reason) => {
    const id = await dashboardAt(address);
    expect(await check("admin@example.com", id)).toEqual({ status: 200, body: { health: "error", reason } });
    expect(await healthOf(id)).toBe("error");
  });

  test.each([
    [null, 401],
    ["client@example.com", 403],
    ["sales@example.com", 403],
    ["pending@example.com", 403],
  ])("is refused for %s with %i, and changes nothing", async (email, status) => {
    const id = await dashboardAt("https://127.0.0.1/");
    expect((await check(email, id)).status).toBe(status);
    expect(await healthOf(id)).toBe("unknown");
  });

  test("answers 404 for unknown dashboards and invalid ids", async () => {
    expect((await check("admin@example.com", "00000000-0000-4000-8000-000000000000")).status).toBe(404);
    for (const id of ["https://127.0.0.1/", null, 7]) expect((await check("admin@example.com", id)).status).toBe(400);
  });
});
