import { type ImportPlan, planImport } from "../../../../domain/dashboard-import.ts";

/** An import of 10,000 dashboards is about 2 MB. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** A file that is no import; the text says what to do about it. */
export class InvalidFile extends Error {}

/** Reads a file by the rules of spec §5. Throws InvalidFile. */
export async function readImportFile(file: File): Promise<ImportPlan> {
  if (file.size > MAX_FILE_BYTES)
    throw new InvalidFile(`The file is ${Math.ceil(file.size / 1024 / 1024)} MB. Split it into files of at most 5 MB.`);
  const plan = planImport(parse(await file.text()));
  if (!plan) throw new InvalidFile("The file must hold a JSON array of dashboards, as Export writes it.");
  return plan;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
