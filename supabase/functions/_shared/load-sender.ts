import type { FunctionDeps } from "./deps.ts";

/** The agency's name and locale, for its emails and documents. Null if the settings cannot be read. */
export async function loadSender(service: FunctionDeps["service"]) {
  const { data } = await service.from("agency_settings").select("agency_name, email, locale").limit(1).maybeSingle();
  return data;
}
