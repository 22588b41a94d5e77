import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import { ACCOUNT_HEADER } from "../../domain/account-header.ts";
import type { Database, Json } from "../../supabase/database.types.ts";
import type * as z from "./schema.ts";
import { toServiceError } from "./service-error.ts";
import { getSupabase } from "./supabase.ts";

type Client = Awaited<ReturnType<typeof getSupabase>>;
type Functions = Database["public"]["Functions"];
type JsonFunction = {
  [Name in keyof Functions]: Json extends Functions[Name]["Returns"] ? Name : never;
}[keyof Functions];
type TypedFunction = Exclude<keyof Functions, JsonFunction>;

type ArgsOf<Name extends keyof Functions> = [Functions[Name]["Args"]] extends [never]
  ? Record<string, never>
  : Functions[Name]["Args"];
type Given<Name extends keyof Functions> =
  Record<string, never> extends ArgsOf<Name> ? [given?: ArgsOf<Name>] : [given: ArgsOf<Name>];

/**
 * Runs a query of the table API and returns its data: `runQuery((db) => db.from("profiles").select("id"))`. Throws ServiceError.
 * It works in the account of the page, or in the one with the slug `account`.
 */
export async function runQuery<Data>(
  build: (db: Client) => PromiseLike<PostgrestSingleResponse<Data>>,
  account?: string,
): Promise<Data> {
  return (await runQueryWithCount(build, account)).data;
}

/** The same for a query with a count: `count` is null unless the query requests it. */
export async function runQueryWithCount<Data>(
  build: (db: Client) => PromiseLike<PostgrestSingleResponse<Data>>,
  account?: string,
): Promise<{ data: Data; count: number | null }> {
  const request = build(await getSupabase());
  if (account) (request as Partial<Request>).setHeader?.(ACCOUNT_HEADER, account);
  const { data, error, status, count } = await request;
  if (error) throw toServiceError(error, pathOf(request), status);
  return { data, count };
}

/**
 * Calls a database function: `rpc("agency_today")`. A function that returns jsonb needs a schema of its result, which a test
 * compares with the database's result. `account` is the slug of another account than the page's. Throws ServiceError.
 */
export function rpc<Name extends TypedFunction>(name: Name, ...given: Given<Name>): Promise<Functions[Name]["Returns"]>;
export function rpc<Name extends JsonFunction, Answer>(
  name: Name,
  given: ArgsOf<Name>,
  schema: z.ZodMiniType<Answer>,
  account?: string,
): Promise<Answer>;
export function rpc(name: keyof Functions, given: object = {}, _schema?: unknown, account?: string): Promise<unknown> {
  return runQuery((db) => (db as unknown as UntypedClient).rpc(name, given), account);
}

/** TypeScript cannot resolve a generic name through the client's types. The signatures above give the types. */
type UntypedClient = { rpc: (name: string, given: object) => PromiseLike<PostgrestSingleResponse<unknown>> };

/** A query of supabase-js, which takes headers until it is sent. */
type Request = { setHeader: (name: string, value: string) => unknown };

/** A query has its own URL, such as `/rest/v1/invoices`. */
function pathOf(request: object): string {
  return (request as { url?: URL }).url?.pathname ?? "";
}
