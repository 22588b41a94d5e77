/** Writes the demo's landing pages that are made of blocks into supabase/seed.sql: `npm run demo-pages`. */
import { readFileSync, writeFileSync } from "node:fs";
import { demoPageRows } from "../supabase/demo-pages.ts";

const FILE = "supabase/seed.sql";
const ROWS = /(?<=insert into demo_blocks \(slug, blocks, content\) values\n)[\s\S]*?(?=;\n-- End of demo_blocks)/;

writeFileSync(FILE, readFileSync(FILE, "utf8").replace(ROWS, demoPageRows));
