import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "../app/content/brand.ts";
import { services, tiers } from "../app/content/tiers.ts";
import { formatDollars } from "../domain/money.ts";
import { type FoundPage, findPages } from "./find-pages.ts";
import { lastChanged } from "./last-changed.ts";
import { drawSharePictures } from "./share-pictures.ts";

/** The host replaces this with the public address when it loads the files. */
const SITE_URL = "__SITE_URL__";

/** Writes sitemap, robots.txt, llms.txt and the share images from the finished pages. */
export async function writeSiteFiles(directory: string): Promise<void> {
  const pages = findPages(directory);
  writeFileSync(join(directory, "sitemap.xml"), sitemap(pages));
  writeFileSync(join(directory, "robots.txt"), ROBOTS);
  writeFileSync(join(directory, "llms.txt"), llms(pages));
  await drawSharePictures(directory, pages);
}

function sitemap(pages: FoundPage[]): string {
  const entries = pages.map(
    ({ path }) => `  <url><loc>${SITE_URL}${path}</loc><lastmod>${lastChanged(path)}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
}

/** Sign-in and portal have nothing for crawlers. The site is open to them. */
const ROBOTS = `User-agent: *
${["/auth", "/reset-password", "/admin", "/crm", "/dashboard", "/client-dashboard", "/dev/"].map((path) => `Disallow: ${path}`).join("\n")}

Sitemap: ${SITE_URL}/sitemap.xml
`;

/**
 * The facts that a language model should read before the pages: what the company does, its prices, and where to find
 * more.
 */
function llms(pages: FoundPage[]): string {
  const dollars = (cents: number) => formatDollars(cents / 100);
  const prices = [
    ...tiers.map(
      ({ name, offers, price }) =>
        `- ${name}: ${dollars(price.setupCents)} setup and ${dollars(price.monthlyCents)} per month, for offers of ${offers}`,
    ),
    ...services.map(({ name, figure, unit }) => `- ${name}: ${figure} ${unit}`),
  ];
  const links = pages.map(({ path, title, description }) => `- [${title}](${SITE_URL}${path}): ${description}`);
  return `# ${brand.name}\n\n> ${brand.tagline}\n\n## Prices\n\n${prices.join("\n")}\n\n## Pages\n\n${links.join("\n")}\n`;
}
