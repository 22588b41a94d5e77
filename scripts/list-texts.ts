/** Prints every string of the product with its file and line, for an editor to read. `--odd` prints those that docs/style.md forbids. */
import { findOddTexts, findTexts } from "./texts.ts";

const texts = findTexts();
if (process.argv.includes("--odd"))
  for (const { file, line, text, instead } of findOddTexts(texts))
    console.log(`${file}:${line}\t${text}\n\twrite: ${instead}`);
else for (const { file, line, text } of texts) console.log(`${file}:${line}\t${text}`);
