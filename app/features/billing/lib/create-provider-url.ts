import { callFunction } from "~/shared/call-function.ts";
import * as z from "~/shared/schema.ts";

const answer = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * Asks one of our functions for a page of the payment provider and answers its address. Throws ServiceError, also when the
 * answer is no such address.
 */
export async function createProviderUrl(name: string, body: Record<string, unknown> = {}): Promise<string> {
  return z.parse(answer, await callFunction(name, body)).url;
}
