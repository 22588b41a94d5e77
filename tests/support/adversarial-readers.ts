import { landingSource } from "../../domain/landing/landing-source.ts";
import { phoneProblem } from "../../domain/phone.ts";
import { readLandingPath } from "../../server/landing/landing-path.ts";
import { hostName } from "../../server/landing/own-host.ts";
import { canonicalPath } from "../../server/pages/canonical-path.ts";
import { BadRequest } from "../../server/request/bad-request.ts";
import { readPath, readQuery } from "../../server/request/read-target.ts";
import { parseStrictJson } from "../../server/request/strict-json.ts";
import { readLogic, readOperation } from "../../server/rest-guard/read-conditions.ts";
import { readSelect } from "../../server/rest-guard/read-select.ts";
import { createClientAddress } from "../../supabase/functions/_shared/client-address.ts";

const clientAddress = createClientAddress(["10.0.0.0/8"]);

/** The functions that parse texts of a request. For any input, each must return or throw BadRequest. */
export const readers: Record<string, (text: string) => unknown> = {
  canonicalPath: (text) => canonicalPath(`/${text}`, ""),
  readLandingPath: (text) => readLandingPath(`/landing/${text}`),
  hostName,
  landingSource: (text) => landingSource(`?utm_source=${text}`, text, "a.example"),
  clientAddress: (text) => clientAddress("10.0.0.1", text),
  socketAddress: (text) => clientAddress(text, undefined),
  readPath: (text) => readPath(`/rest/v1/${text}`, "/rest/v1"),
  readQuery: (text) => readQuery(`?${text}`, 64 * 1024 + 10),
  readSelect,
  readLogic: (text) => readLogic(`(${text})`),
  readOperation: (text) => readOperation("a", text),
  parseStrictJson,
  parseStrictJsonText: (text) => parseStrictJson(JSON.stringify({ a: text })),
  phoneProblem,
};

/** The outcome of a parser for a text: it answers, or refuses with BadRequest. */
export function outcomeOf(read: (text: string) => unknown, text: string): "answered" | "refused" {
  try {
    read(text);
    return "answered";
  } catch (error) {
    if (error instanceof BadRequest) return "refused";
    throw error;
  }
}
