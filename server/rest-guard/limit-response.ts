import { restError } from "../backend/protocol-errors.ts";

/** The response, or an error if it is larger than `limit` bytes. Reading stops there. */
export async function limitResponse(response: Response, limit: number): Promise<Response> {
  if (!response.body) return response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return restError(413, "54000", "The response is too large. Request fewer rows or columns");
    }
    chunks.push(part.value as Uint8Array<ArrayBuffer>);
  }
  const { status, headers } = response;
  return new Response(chunks.length === 1 ? chunks[0] : new Blob(chunks), { status, headers });
}
