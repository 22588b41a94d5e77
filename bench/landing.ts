import type { Block } from "../domain/landing/block-types.ts";
import { blocksToHtml, newBlock } from "../domain/landing/blocks.ts";
import type { Picture } from "../domain/landing/picture.ts";
import { templates } from "../domain/landing/templates.ts";
import { landingAdmin } from "../tests/support/landing.ts";
import { grainyPhoto } from "../tests/support/photos.ts";
import { rawRequest } from "../tests/support/raw-request.ts";
import { atLeast, atMost, type Measurement, percentile } from "./measurement.ts";
import { generator, requestsPerSecond } from "./page-throughput.ts";
import { lowestScores, visitPages } from "./public-pages.ts";

const SEEDED = ["/landing/northside-dental-aligners", "/landing/ember-coaching-first-clients"];
/** Views with this user agent count as a person's. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const UNCACHED_PAGES = 120;
/** A new host compiles its code with the first pages. */
const WARM_UP = 20;
const CHANGES = 20;

type Admin = Awaited<ReturnType<typeof landingAdmin>>;

/** Landing pages with and without the cache, how soon a change is live, and their Lighthouse scores on a phone. */
export async function measureLandingPages(hostUrl: string): Promise<Measurement[]> {
  const admin = await landingAdmin(hostUrl);
  return [
    await measureCached(hostUrl),
    await measureTested(hostUrl, admin),
    await measureUncached(hostUrl, admin),
    await measureChanges(hostUrl, admin),
    ...(await measureScores(hostUrl, admin)),
  ];
}

async function measureCached(hostUrl: string): Promise<Measurement> {
  const url = `${hostUrl}${SEEDED[0]}`;
  await fetch(url);
  const rounds = [await requestsPerSecond(url, BROWSER), await requestsPerSecond(url, BROWSER)];
  return atLeast(
    "landing page from memory, counted, 32 connections",
    Math.max(...rounds),
    5_000,
    "requests/s",
    generator(),
  );
}

/** A page under test: each request is assigned to a variant. */
async function measureTested(hostUrl: string, admin: Admin): Promise<Measurement> {
  const content = templates[0] ? blocksToHtml(templates[0].blocks) : "<p>Words</p>";
  const id = await admin.make("under-test", { content });
  await admin.startTest(id, await admin.save(id, 1, { content: `${content}<p>More</p>` }));
  const url = `${hostUrl}/landing/under-test`;
  await fetch(url);
  const rounds = [await requestsPerSecond(url, BROWSER), await requestsPerSecond(url, BROWSER)];
  return atLeast(
    "landing page under test from memory, counted",
    Math.max(...rounds),
    20_000,
    "requests/s",
    generator(),
  );
}

async function measureUncached(hostUrl: string, admin: Admin): Promise<Measurement> {
  const content = templates[0] ? blocksToHtml(templates[0].blocks) : "<p>Words</p>".repeat(800);
  for (let number = 0; number < UNCACHED_PAGES; number += 1) await admin.make(`uncached-${number}`, { content });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const samples: number[] = [];
  for (let number = 0; number < UNCACHED_PAGES; number += 1) {
    const started = performance.now();
    const { status } = await rawRequest(hostUrl, `/landing/uncached-${number}`, { "User-Agent": BROWSER });
    if (status !== 200) throw new Error(`/landing/uncached-${number} answered ${status}`);
    if (number >= WARM_UP) samples.push(performance.now() - started);
  }
  const note = `${samples.length} pages, each asked for the first time, after ${WARM_UP} others; median ${percentile(samples, 0.5).toFixed(1)} ms`;
  return atMost("landing page not in memory, whole answer, p95", percentile(samples, 0.95), 30, "ms", note);
}

async function measureChanges(hostUrl: string, admin: Admin): Promise<Measurement> {
  const id = await admin.make("changing");
  const samples: number[] = [];
  for (let revision = 1; revision <= CHANGES; revision += 1) {
    const words = `words ${revision}.`;
    await admin.save(id, revision, { content: `<p>${words}</p>` });
    await rawRequest(hostUrl, "/landing/changing");
    await admin.publish(id, revision + 1);
    const published = performance.now();
    while (!(await rawRequest(hostUrl, "/landing/changing")).body.includes(words))
      await new Promise((resolve) => setTimeout(resolve, 5));
    samples.push(performance.now() - published);
  }
  const note = `slowest of ${CHANGES}, from the answer of publishing; median ${percentile(samples, 0.5).toFixed(0)} ms`;
  return atMost("a published change is live", Math.max(...samples), 1_000, "ms", note);
}

async function measureScores(hostUrl: string, admin: Admin): Promise<Measurement[]> {
  const paths = [...SEEDED];
  const picture = await storePhoto(admin);
  const pictured: string[] = [];
  for (const { id, title, description, theme, blocks } of templates) {
    await admin.make(`template-${id}`, { title, description, theme, content: blocksToHtml(blocks) });
    paths.push(`/landing/template-${id}`);
    const content = blocksToHtml(withPictures(blocks, picture));
    await admin.make(`pictures-${id}`, { title, description, theme, content });
    pictured.push(`/landing/pictures-${id}`);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const picturedVisits = await visitPages(hostUrl, pictured);
  const shift = Math.max(...picturedVisits.map(({ visit }) => visit.shift));
  return [
    ...lowestScores("landing pages and templates, Lighthouse mobile", await visitPages(hostUrl, paths)),
    ...lowestScores("templates with pictures, Lighthouse mobile", picturedVisits),
    atMost("templates with pictures, layout shift", shift, 0, "CLS", `highest of ${pictured.length} pages`),
  ];
}

/** Stores a photo of four megapixels in the library. */
async function storePhoto(admin: Admin): Promise<Picture> {
  const [width, height] = [2400, 1600];
  const file = await grainyPhoto(width, height);
  const { error } = await admin.client.storage.from("landing").upload("bench-photo.jpg", file, {
    contentType: "image/jpeg",
    cacheControl: "31536000",
  });
  if (error) throw error;
  const src = "/storage/v1/object/public/landing/bench-photo.jpg";
  return { src, alt: "Hills below an evening sky", decorative: false, width, height, x: 70, y: 40 };
}

/** A template with its own picture in the hero, and with two picture blocks. */
function withPictures([hero, ...rest]: readonly Block[], picture: Picture): Block[] {
  const block = (layout: string): Block => ({
    ...newBlock("picture", layout),
    picture,
    layout,
    heading: "Where we work",
  });
  return [{ ...(hero as Block), picture: "image", image: picture }, block("left"), ...rest, block("wide")];
}
