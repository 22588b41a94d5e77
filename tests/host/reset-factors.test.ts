import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setUpFactor } from "../support/authenticator.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

const EMAIL = "admin@example.com";
let host: HostProcess;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory() });
});
afterAll(() => host.dispose());

/** Runs the script on the host's data, as an operator does. */
function reset(...args: string[]): Promise<{ code: number; printed: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: host.dataDir, NODE_NO_WARNINGS: "1" };
  return new Promise((resolve) =>
    execFile(process.execPath, ["scripts/reset-factors.ts", ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    ),
  );
}

test("an operator resets the factor of the only admin, who lost their phone, while the host is stopped", async () => {
  const { client } = await signedInClient(host.url, EMAIL);
  await setUpFactor(client);
  expect((await (await signedInClient(host.url, EMAIL)).client.rpc("second_factor_state")).data).toBe("needed");
  expect(await reset(EMAIL)).toMatchObject({ code: 1, printed: expect.stringMatching(/is in use by process/) });
  await host.stop();
  expect(await reset()).toMatchObject({ code: 1, printed: "Name the email: npm run reset-factors -- EMAIL\n" });
  expect(await reset("nobody@example.com")).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/^No account has/),
  });
  expect(await reset(EMAIL.toUpperCase())).toMatchObject({ code: 0, printed: expect.stringMatching(/^Removed/) });
  expect(await reset(EMAIL)).toMatchObject({ code: 1, printed: `${EMAIL} has no second factor\n` });
  host = await startHostProcess({ DATA_DIR: host.dataDir });
  expect((await (await signedInClient(host.url, EMAIL)).client.rpc("second_factor_state")).data).toBe("none");
}, 180_000);

test("the host's functions refuse a session without its second factor", async () => {
  const { client } = await signedInClient(host.url, "client@example.com");
  await setUpFactor(client);
  const { client: owing } = await signedInClient(host.url, "client@example.com");
  for (const name of ["check-subscription", "customer-portal", "invoice-pdf", "create-subscription", "export-leads"]) {
    const { error } = await owing.functions.invoke(name, { body: {} });
    expect([name, (error?.context as Response | undefined)?.status]).toEqual([name, 403]);
  }
  expect((await client.functions.invoke("check-subscription", { body: {} })).error).toBeNull();
});
