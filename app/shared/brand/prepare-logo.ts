import { ServiceError } from "~/shared/service-error.ts";
import { fileProblem } from "../../../domain/files.ts";
import { fitInto, type LogoContrast, logoContrast } from "../../../domain/logo.ts";

export type PreparedLogo = { file: File; width: number; height: number; contrast: LogoContrast };

/** Three times the size at which headers, emails and invoices show it. */
const MAX_SIZE = { width: 640, height: 256 };

/**
 * Makes a small PNG of a logo, because emails and PDF files show no other format everywhere, and measures its contrast. Throws
 * ServiceError.
 */
export async function prepareLogo(file: File): Promise<PreparedLogo> {
  const problem = fileProblem("brand", file);
  if (problem) throw refusal(problem);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw refusal("The picture can't be read. It may be damaged");
  });
  const { width, height } = fitInto(bitmap.width, bitmap.height, MAX_SIZE);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw refusal("This browser can't prepare the picture");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const contrast = logoContrast(context.getImageData(0, 0, width, height).data);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw refusal("This browser can't prepare the picture");
  return { file: new File([blob], "logo.png", { type: "image/png" }), width, height, contrast };
}

const refusal = (sentence: string) => new ServiceError("failed", sentence, "PT400");
