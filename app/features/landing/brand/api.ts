import { rpc } from "~/shared/api.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { fileProblem } from "../../../../domain/files.ts";
import { CENTER, cropSquare } from "../../../../domain/square-crop.ts";
import type { LoadedBrand } from "../lib/brand.ts";
import { uploadPicture } from "../pictures/api.ts";

/** What people set. */
export type BrandFields = Omit<
  LoadedBrand,
  "revision" | "account" | "live_pages" | "pages" | "asks_for_footer" | "storage"
>;
export type BrandChanges = Partial<BrandFields>;

/** Saves the changed fields and returns the new revision. Throws ServiceError, PT409 when someone saved since. */
export const saveBrand = (seen: number, changes: BrandChanges): Promise<number> =>
  rpc("save_landing_brand", { p_seen_revision: seen, p_brand: changes });

/** Large enough for the icons of home screens. */
const ICON_SIDE = 180;

/** Stores the middle square of a picture as a small PNG, which all browsers show as an icon. Returns its name. Throws ServiceError. */
export async function uploadIcon(file: File): Promise<string> {
  const problem = fileProblem("landing", file);
  if (problem) throw refusal(problem);
  const picture = await createImageBitmap(file).catch(() => {
    throw refusal("The picture can't be read. It may be damaged");
  });
  const { left, top, side } = cropSquare(picture, CENTER);
  const size = Math.max(1, Math.min(ICON_SIDE, Math.round(side)));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: size, height: size });
  const context = canvas.getContext("2d");
  if (!context) throw refusal("This browser can't prepare the picture");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, side, side, 0, 0, size, size);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw refusal("This browser can't prepare the picture");
  const icon = new File([blob], "icon.png", { type: "image/png" });
  const { name } = await uploadPicture(icon, { onProgress: () => undefined, signal: new AbortController().signal });
  return name;
}

const refusal = (sentence: string) => new ServiceError("failed", sentence, "PT400");
