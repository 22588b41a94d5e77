import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount } from "../support/new-account.ts";
import { logoFile } from "../support/photos.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";
import { codeOf } from "../support/stored-files.ts";

let host: HostProcess;
let admin: Awaited<ReturnType<typeof signedInClient>>["client"];
let client: typeof admin;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
  admin = (await signedInClient(host.url, "admin@example.com")).client;
  client = (await signedInClient(host.url, "client@example.com")).client;
});
afterAll(() => host?.dispose());

const setLogo = (logo: string | null, size = true) =>
  admin
    .from("agency_settings")
    .update({ logo, logo_width: size ? 900 : null, logo_height: size ? 240 : null })
    .eq("id", true);
const files = () => admin.storage.from("brand");

async function invoicePdf(): Promise<string> {
  const { data } = await client.from("invoices").select("id").neq("status", "draft").order("id").limit(1).single();
  const { data: file } = await client.functions.invoke("invoice-pdf", { body: { invoiceId: data?.id } });
  return Buffer.from(await (file as Blob).arrayBuffer()).toString("latin1");
}

async function confirmationMail() {
  const { email } = await newAccount(host.url, "client");
  return readMail(host.url, email, /confirm/i);
}

/** The inbox shows the mark itself in place of its Content-ID. */
const MARK = expect.stringContaining('src="data:image/png;base64,');
const imagesOf = (html: string) => html.match(/<img[^>]*>/g) ?? [];

/** An image with an alpha channel is two objects. */
const imagesIn = (pdf: string) => pdf.match(/\/Subtype \/Image/g)?.length ?? 0;

test("Without a logo, emails and invoices have the built-in mark", async () => {
  expect(imagesOf((await confirmationMail()).html)).toEqual([MARK]);
  expect(imagesIn(await invoicePdf())).toBe(0);
});

test("The logo is in emails by its public address, in invoices as a file, and nobody deletes it in the meantime", async () => {
  expect((await files().upload("logo.png", await logoFile(), { contentType: "image/png" })).error).toBeNull();
  expect((await setLogo("logo.png")).error).toBeNull();
  const [image = "", ...more] = imagesOf((await confirmationMail()).html);
  expect(more).toEqual([]);
  expect(image).toMatch(/ alt="Upfunnel"/);
  expect(image).toMatch(/ width="135"/);
  expect(image).toMatch(/ height="36"/);
  const address = / src="([^"]*)"/.exec(image)?.[1] ?? "";
  expect(address).toBe(`${host.url}/storage/v1/object/public/brand/logo.png`);
  const { status, headers } = await rawRequest(host.url, new URL(address).pathname);
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "image/png",
    "public, max-age=3600",
  ]);

  expect(imagesIn(await invoicePdf())).toBe(2);
  const booking = await rawRequest(host.url, "/book/agency/strategy-call");
  expect(imagesOf(booking.body)).toEqual([
    expect.stringContaining('src="/storage/v1/object/public/brand/logo.png" alt="Upfunnel"'),
  ]);
  const contact = await client.rpc("agency_contact");
  expect(contact.data).toMatchObject({ logo: { name: "logo.png", width: 900, height: 240, plate: false } });

  expect((await files().remove(["logo.png"])).data).toEqual([]);
  const again = await files().upload("logo.png", await logoFile("#00f"), { contentType: "image/png", upsert: true });
  expect(codeOf(again.error)).toBe("AccessDenied");
});

test("Only a stored PNG becomes the logo, and without one the mark is back", async () => {
  expect(
    (await files().upload("logo.webp", await logoFile("#000", "webp"), { contentType: "image/webp" })).error,
  ).toBeNull();
  for (const name of ["missing.png", "logo.webp"])
    expect((await setLogo(name)).error).toMatchObject({ code: "22023", hint: "logo_not_found" });
  expect((await client.from("agency_settings").update({ logo: null }).eq("id", true).select()).data).toEqual([]);
  expect((await setLogo(null, false)).error).toBeNull();
  expect(imagesOf((await confirmationMail()).html)).toEqual([MARK]);
  expect(imagesIn(await invoicePdf())).toBe(0);
  expect((await files().remove(["logo.png"])).data).toHaveLength(1);
});
