import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { PDF_FONT_FILES } from "../supabase/functions/_shared/invoices/pdf-font-files.ts";

/**
 * Copies the invoice fonts next to the pages. The host reads them there, and hosted functions fetch them from there.
 */
export function copyPdfFonts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of PDF_FONT_FILES) {
    const family = file.startsWith("noto-sans") ? "noto-sans" : "funnel-sans";
    copyFileSync(join("node_modules/@fontsource", family, "files", file), join(folder, file));
  }
}
