import { IMAGE_WIDTHS } from "../files.ts";
import { escapeHtml, safeAddress } from "./markup.ts";

/**
 * A picture in a block. It has all that a page needs to show it, so that pages never ask the library, and later changes in the
 * library leave published pages alone.
 */
export type Picture = {
  /** The address of the original: a file of the library, or an image elsewhere. */
  src: string;
  /** What the picture shows, for people who cannot see it. */
  alt: string;
  /** Whether it only decorates, so that screen readers skip it. */
  decorative: boolean;
  /** The size of the original in pixels; 0 if it is unknown. */
  width: number;
  height: number;
  /** The point that stays visible when the picture is cut, in percent from the left and from the top. */
  x: number;
  y: number;
};

const MAX_PIXELS = 50_000;

/** Reads a stored picture. Null if there is none. */
export function readPicture(value: unknown): Picture | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { src, alt, decorative, width, height, x, y } = value as Record<string, unknown>;
  if (typeof src !== "string" || src === "") return null;
  return {
    src,
    alt: typeof alt === "string" ? alt : "",
    decorative: decorative === true,
    width: between(width, 0, MAX_PIXELS, 0),
    height: between(height, 0, MAX_PIXELS, 0),
    x: between(x, 0, 100, 50),
    y: between(y, 0, 100, 50),
  };
}

function between(value: unknown, min: number, max: number, otherwise: number): number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : otherwise;
}

/** An image that is not in the library, by its address. An empty text says that it only decorates, null that no one described it. */
export function linkedPicture(src: string, alt: string | null): Picture {
  return { src, alt: alt ?? "", decorative: alt === "", width: 0, height: 0, x: 50, y: 50 };
}

/** Whether people who cannot see the picture miss something, because no one has described it. */
export function lacksAltText({ alt, decorative }: Pick<Picture, "alt" | "decorative">): boolean {
  return !decorative && alt.trim() === "";
}

const STORED = /^((?:https?:\/\/[^/?#]+)?\/storage\/v1)\/object\/public\/([^?#]+)$/i;

/** The name in storage of a picture from the library; undefined for other images. */
export function storedPictureName(src: string): string | undefined {
  const name = STORED.exec(src)?.[2]?.replace(/^landing\//, "");
  try {
    return name && decodeURIComponent(name);
  } catch {
    // Someone types an address.
    return undefined;
  }
}

/** The address of a small copy of a picture, for lists. */
export function pictureThumbnail(src: string): string {
  const stored = STORED.exec(src);
  return stored && !/\.gif$/i.test(src)
    ? `${stored[1]}/render/image/public/${stored[2]}?width=${IMAGE_WIDTHS[0]}`
    : src;
}

export type PicturePlace = {
  /** The width at which the page shows it, as the value of `sizes`. */
  sizes: string;
  /** Whether it is the page's first picture, near the top, so that browsers load it before everything else. */
  isLead: boolean;
};

/**
 * A picture as `<img>`. A picture of the library comes in several widths, of which browsers choose; the host sends AVIF or WebP
 * to browsers that know them. With width and height, nothing shifts when it loads. Empty if the address is not one of an image.
 */
export function renderPicture(picture: Picture, { sizes, isLead }: PicturePlace): string {
  const src = safeAddress(picture.src);
  if (!/^(https?:|\/)/i.test(src)) return "";
  const { width, height, x, y } = picture;
  const alt = escapeHtml(picture.decorative ? "" : picture.alt);
  // An image elsewhere has no known size. The theme reserves space for it.
  if (!width || !height) return `<img src="${escapeHtml(src)}" alt="${alt}" decoding="async">`;
  return [
    `<img src="${escapeHtml(src)}"`,
    ...widthsOf(src, width, sizes),
    `width="${width}" height="${height}" alt="${alt}"`,
    ...(x === 50 && y === 50 ? [] : [`style="object-position:${x}% ${y}%"`]),
    isLead ? 'fetchpriority="high"' : 'loading="lazy"',
    'decoding="async">',
  ].join(" ");
}

/** `srcset` and `sizes`. A GIF has none, because in another size it would not move. */
function widthsOf(src: string, width: number, sizes: string): string[] {
  const stored = STORED.exec(src);
  if (!stored || /\.gif$/i.test(src)) return [];
  const [, base, path] = stored;
  // The host enlarges nothing: the first width above the original gives the original's width.
  const first = IMAGE_WIDTHS.findIndex((each) => each >= width);
  const widths = first < 0 ? IMAGE_WIDTHS : IMAGE_WIDTHS.slice(0, first + 1);
  const addresses = widths.map((each) => `${base}/render/image/public/${path}?width=${each} ${Math.min(each, width)}w`);
  return [`srcset="${escapeHtml(addresses.join(", "))}" sizes="${sizes}"`];
}
