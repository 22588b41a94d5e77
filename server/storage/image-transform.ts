import { StorageProblem } from "./storage-problem.ts";

/** The widths and heights that images come in. A free choice would let anyone fill the disk and keep the processor busy. */
const IMAGE_SIZES = [32, 64, 96, 128, 256, 320, 640, 960, 1280, 1920] as const;
const IMAGE_QUALITIES = [50, 60, 70, 80, 90] as const;
const DEFAULT_QUALITY = 80;
const MODES = ["cover", "contain", "fill"] as const;

export type ImageFormat = "avif" | "webp" | "jpeg" | "png";
export type Transform = {
  width: number | undefined;
  height: number | undefined;
  resize: (typeof MODES)[number];
  quality: number;
  format: ImageFormat;
  /** The name of the result in the cache. */
  key: string;
};

/** The parameters of a transform, in the order in which a signed link names them. */
export const TRANSFORM_PARAMETERS = ["width", "height", "resize", "quality", "format"] as const;
export type TransformParameters = Partial<Record<(typeof TRANSFORM_PARAMETERS)[number], string>>;

/**
 * Reads a transform. The format is the best that the browser accepts: AVIF, then WebP, else that of the original, which
 * `format=origin` always asks for. Throws InvalidRequest for sizes that images do not come in.
 */
export function readTransform(parameters: TransformParameters, accept: string, originalType: string): Transform {
  const width = readSize("width", parameters.width);
  const height = readSize("height", parameters.height);
  const resize = MODES.find((mode) => mode === (parameters.resize ?? "cover"));
  if (!resize) throw new StorageProblem("InvalidRequest", `resize must be one of ${MODES.join(", ")}`);
  const quality = parameters.quality === undefined ? DEFAULT_QUALITY : Number(parameters.quality);
  if (!IMAGE_QUALITIES.some((known) => known === quality))
    throw new StorageProblem("InvalidRequest", `quality must be one of ${IMAGE_QUALITIES.join(", ")}`);
  if (parameters.format !== undefined && parameters.format !== "origin")
    throw new StorageProblem("InvalidRequest", "format must be origin");
  const format = chooseFormat(parameters.format === "origin" ? "" : accept, originalType);
  const key = `${width ?? "auto"}x${height ?? "auto"}-${resize}-q${quality}.${format}`;
  return { width, height, resize, quality, format, key };
}

function readSize(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = IMAGE_SIZES.find((known) => String(known) === text);
  if (!size) throw new StorageProblem("InvalidRequest", `${name} must be one of ${IMAGE_SIZES.join(", ")}`);
  return size;
}

function chooseFormat(accept: string, originalType: string): ImageFormat {
  if (accept.includes("image/avif")) return "avif";
  if (accept.includes("image/webp")) return "webp";
  if (originalType === "image/avif" || originalType === "image/webp")
    return originalType === "image/avif" ? "avif" : "webp";
  return originalType === "image/jpeg" ? "jpeg" : "png";
}

/** The transform of a signed link as text, from the JSON that the client sends. Throws InvalidRequest. */
export function transformText(transform: unknown): string {
  if (transform === undefined || transform === null) return "";
  if (typeof transform !== "object") throw new StorageProblem("InvalidRequest", "transform must be an object");
  const given = transform as Record<string, unknown>;
  const parameters = new URLSearchParams();
  for (const name of TRANSFORM_PARAMETERS) if (given[name] !== undefined) parameters.set(name, String(given[name]));
  const text = parameters.toString();
  if (text !== "") readTransform(Object.fromEntries(parameters), "", "image/png");
  return text;
}
