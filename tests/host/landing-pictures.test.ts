import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Block } from "../../domain/landing/block-types.ts";
import { blocksToHtml, newBlock } from "../../domain/landing/blocks.ts";
import type { Picture } from "../../domain/landing/picture.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { eventually, landingAdmin } from "../support/landing.ts";
import { photo } from "../support/photos.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { codeOf, serviceClient } from "../support/stored-files.ts";

let host: HostProcess;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
const files = () => admin.client.storage.from("landing");
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
  admin = await landingAdmin(host.url);
});
afterAll(() => host?.dispose());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  rawRequest(host.url, path, headers, method);
const BROWSER = { Accept: "image/avif,image/webp,image/*,*/*;q=0.8" };

/** A stored picture of 1000 × 600 pixels, and a page with it as its first block. */
async function givenPage(published = true) {
  const name = `${randomUUID().slice(0, 8)}-hills.jpg`;
  expect((await files().upload(name, await photo(1000, 600), { contentType: "image/jpeg" })).error).toBeNull();
  const src = `/storage/v1/object/public/landing/${name}`;
  const picture: Picture = { src, alt: "Hills", decorative: false, width: 1000, height: 600, x: 20, y: 50 };
  const blocks: Block[] = [{ ...newBlock("picture", "p"), picture }];
  const slug = `with-${name.slice(0, 8)}`;
  const content = blocksToHtml(blocks);
  const id = await admin.make(slug, { blocks: blocks as never[], content }, published);
  return { id, slug, name, content };
}

/** The addresses of a page's pictures, in the order of its `srcset`. */
const sourcesOf = (html: string) =>
  (/ srcset="([^"]*)"/.exec(html)?.[1] ?? "").split(", ").map((each) => each.split(" ")[0] ?? "");

describe("A published page with a picture", () => {
  test("serves what is stored, and every width as AVIF, WebP or the original format", async () => {
    const { slug, content } = await givenPage();
    const { body } = await get(`/landing/${slug}`);
    expect(body).toContain(content);
    const sources = sourcesOf(body);
    expect(sources).toHaveLength(4);
    for (const source of sources) {
      const { status, headers } = await get(source, BROWSER);
      expect([source, status, headers["content-type"]]).toEqual([source, 200, "image/avif"]);
      expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
      expect(headers["vary"]).toContain("Accept");
    }
    const [first = ""] = sources;
    const types = await Promise.all(
      ["image/webp,*/*", "*/*"].map(async (Accept) => (await get(first, { Accept })).headers["content-type"]),
    );
    expect(types).toEqual(["image/webp", "image/jpeg"]);
  });

  test("is shown by a preview link, too", async () => {
    const { id, slug, content } = await givenPage(false);
    expect((await get(`/landing/${slug}`)).status).toBe(404);
    const token = await admin.preview(id);
    const { status, body } = await get(`/landing/${slug}?preview=${token}`);
    expect([status, body.includes(content)]).toEqual([200, true]);
  });

  test("keeps its picture: nobody deletes, replaces or renames it while it is shown", async () => {
    const { id, slug, name } = await givenPage();
    const bytes = await photo(10, 10);
    expect((await files().remove([name])).data).toEqual([]);
    expect(codeOf((await files().upload(name, bytes, { contentType: "image/jpeg", upsert: true })).error)).toBe(
      "AccessDenied",
    );
    expect((await files().move(name, `moved-${name}`)).error).not.toBeNull();
    // The draft no longer shows it, but the published page does.
    await admin.save(id, 1, { content: "<p>None</p>", blocks: [] });
    expect((await files().remove([name])).data).toEqual([]);
    const [source = ""] = sourcesOf((await get(`/landing/${slug}`)).body);
    expect((await get(source, BROWSER)).status).toBe(200);

    await admin.publish(id, 2);
    expect((await files().remove([name])).data).toMatchObject([{ name }]);
    const gone = await eventually(
      () => get(source, BROWSER),
      ({ status }) => status !== 200,
    );
    expect(gone.status).toBe(404);
  });
});

const ANY_ACCOUNT = "a0a0a0a0-0000-4000-8000-000000000001";

describe("A client's own domain", () => {
  test("serves the pictures of its page from its own addresses, and nothing else of storage", async () => {
    const { id, content } = await givenPage();
    const domain = `pictures-${id.slice(0, 8)}.example.com`;
    const service = serviceClient(host);
    const checked = await service.rpc("record_landing_domain_check", {
      p_domain_id: await admin.addDomain(id, domain),
      p_txt: "found",
      p_points_here: true,
      p_problem: null,
    });
    expect(checked.error).toBeNull();
    const at = (path: string, headers: Record<string, string> = {}, method = "GET") =>
      get(path, { Host: domain, ...headers }, method);
    const page = await eventually(
      () => at("/"),
      ({ status }) => status === 200,
    );
    expect([page.status, page.body.includes(content)]).toEqual([200, true]);
    const sources = sourcesOf(page.body);
    for (const source of sources) {
      const { status, headers } = await at(source, BROWSER);
      expect([status, headers["content-type"]]).toEqual([200, "image/avif"]);
      // The domain belongs to the client.
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
    const original = sources[0]?.replace("render/image", "object").replace(/\?.*/, "") ?? "";
    expect((await at(original)).headers["content-type"]).toBe("image/jpeg");
    expect((await at(original, {}, "HEAD")).status).toBe(200);

    expect((await service.storage.from("brand").upload("logo.png", await photo(20, 10, "png"))).error).toBeNull();
    const key = { authorization: `Bearer ${admin.session.access_token}` };
    for (const path of [
      "/storage/v1/object/public/brand/logo.png",
      `/storage/v1/object/public/brand/${ANY_ACCOUNT}/../logo.png`,
      `/storage/v1/object/public/brand/${ANY_ACCOUNT}%2F..%2Flogo.png`,
      `/storage/v1/object/public/brand/${ANY_ACCOUNT}/..%2Flogo.png`,
      "/storage/v1/object/public/landing/../brand/logo.png",
      "/storage/v1/object/public/landing/..%2Fbrand%2Flogo.png",
      "/storage/v1/object/authenticated/landing/a.png",
      "/storage/v1/bucket",
      "/storage/v1/object/list/landing",
    ])
      expect([path, (await at(path, key)).status]).toEqual([path, expect.toSatisfy((status: number) => status >= 400)]);
    expect((await at(original, key, "DELETE")).status).toBe(405);
    expect((await at(original, key, "POST")).status).toBe(405);
  });
});
