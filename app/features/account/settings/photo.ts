import { FILE_RULES, typeProblem } from "../../../../domain/files.ts";
import { formatFileSize } from "../../../../domain/format-count.ts";
import { type Crop, cropSquare } from "../../../../domain/square-crop.ts";

/** A phone's photo. What is stored is much smaller. */
const MAX_BYTES = 25 * 1024 * 1024;
/** Four times the largest size at which it is shown, for sharp screens. */
const SIDE = 256;

type Read = { picture: ImageBitmap; problem?: undefined } | { picture?: undefined; problem: string };

/** Reads a picture, upright, or says why it can't be used. */
export async function readPhoto(file: File): Promise<Read> {
  if (!FILE_RULES.avatars.types.includes(file.type)) return { problem: typeProblem("avatars") };
  if (file.size > MAX_BYTES) return { problem: `The picture is larger than ${formatFileSize(MAX_BYTES)}` };
  try {
    return { picture: await createImageBitmap(file) };
  } catch {
    return { problem: "The picture can't be read. Choose another one." };
  }
}

/** Draws the chosen square. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = cropSquare(picture, crop);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The chosen square as a file, as WebP or, where the browser can't write that, PNG. */
export function exportCrop(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  drawCrop(canvas, picture, crop);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture can't be drawn"))),
      "image/webp",
      0.9,
    ),
  );
}
