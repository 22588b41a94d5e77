import * as z from "zod/mini";
import { csvLine } from "../../../domain/csv-writer.ts";
import { EXPORT_COLUMNS, type ExportColumn } from "../../../domain/export-columns.ts";
import { EXPORT_FORMATS, type ExportedLead, type LeadFile, leadFile } from "../../../domain/lead-export.ts";
import type { Json } from "../../database.types.ts";
import { type Caller, requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { CORS_HEADERS, failure } from "../_shared/respond.ts";

const KEYS = EXPORT_COLUMNS.map(({ key }) => key) as [ExportColumn, ...ExportColumn[]];
const body = z.object({
  columns: z.optional(z.array(z.enum(KEYS)).check(z.minLength(1), z.maxLength(KEYS.length))),
  filter: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  format: z.optional(z.enum(EXPORT_FORMATS)),
});

const PAGE_SIZE = 1_000;

/**
 * Streams the caller's leads as CSV, for spreadsheets or for Notion (domain/lead-export.ts). It reads page after page with
 * the caller's own rights, so any number of rows needs only the memory of one page. A later failure adds a line that
 * says so and aborts the stream, so that no one takes a partial list for a complete one.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success)
    return failure(400, "bad_request", "columns must be column names, filter an object, and format csv or notion");
  const filter = (parsed.data.filter ?? null) as Json;
  const file = leadFile(parsed.data.format ?? "csv", parsed.data.columns);
  const first = await readPage(caller, filter, null);
  if ("failed" in first) {
    const { code, message } = first.failed;
    if (code === "42501") return failure(403, "forbidden", "Only the sales team can export leads");
    if (code === "22023") return failure(400, "bad_request", message);
    return failure(503, "unavailable", "Couldn't load the leads. Please try again in a moment.");
  }
  const day = deps.now().toISOString().slice(0, 10);
  return new Response(streamRows(caller, filter, file, first.rows, deps.log), {
    headers: {
      ...CORS_HEADERS,
      // The media type is binary, not text, so that clients keep the byte order mark.
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="${file.name}-${day}.csv"`,
      "Cache-Control": "no-store",
    },
  });
};

type Page = { rows: ExportedLead[] } | { failed: { code?: string; message: string } };

async function readPage({ client }: Caller, filter: Json, after: ExportedLead | null): Promise<Page> {
  const args = {
    p_filter: filter,
    p_limit: PAGE_SIZE,
    p_after: after && ({ created_at: after.created_at, id: after.id } as Json),
  };
  const { data, error } = await client.rpc("export_leads", args);
  return error ? { failed: error } : { rows: data as ExportedLead[] };
}

function streamRows(
  caller: Caller,
  filter: Json,
  file: LeadFile,
  firstRows: ExportedLead[],
  log: (event: string, details: Record<string, unknown>) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let rows: ExportedLead[] | null = null;
  return new ReadableStream<Uint8Array>(
    {
      // Each page is read only after the client has taken the previous one.
      async pull(controller) {
        const isFirst = rows === null;
        if (rows === null) {
          rows = firstRows;
          controller.enqueue(encoder.encode(file.start));
        } else {
          const page = await readPage(caller, filter, rows.at(-1) ?? null);
          if ("failed" in page) {
            log("export failed", { error: page.failed.message });
            controller.enqueue(encoder.encode(csvLine(["THE EXPORT FAILED HERE AND IS INCOMPLETE"])));
            controller.error(new Error("The export failed"));
            return;
          }
          rows = page.rows;
        }
        const text = rows.map(file.line).join("");
        if (text) controller.enqueue(encoder.encode(text));
        if (rows.length < PAGE_SIZE) controller.close();
        else if (!text && isFirst) controller.close();
      },
    },
    { highWaterMark: 1 },
  );
}
