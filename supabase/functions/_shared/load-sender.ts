import type { FunctionDeps } from "./deps.ts";
import type { Sender } from "./emails/sender.ts";
import type { InvoiceBrand } from "./invoices/invoice-document.ts";
import { z } from "./schema.ts";

type Service = FunctionDeps["service"];

const accountAnswer = z.nullable(
  z.object({
    name: z.string(),
    slug: z.string(),
    email: z.nullable(z.string()),
    logo: z.nullable(z.object({ name: z.string(), width: z.number(), height: z.number(), plate: z.boolean() })),
    accent: z.nullable(z.string()),
  }),
);

/**
 * Who sends an email: the client's account that it is about, else the agency, from its settings. `projectUrl` is the
 * address of the project, where everyone can read the logo. Without settings, emails have the product's own name.
 * Throws if the account can't be read, so that no email of a client has another name.
 */
export async function loadSender(
  service: Service,
  siteUrl: string,
  projectUrl: string,
  account?: unknown,
): Promise<Sender> {
  const agency = await loadAgency(service, siteUrl, projectUrl);
  if (typeof account !== "string") return agency;
  const { data, error } = await service.rpc("mail_account", { p_account_id: account });
  if (error) throw new Error(`mail_account: ${error.message}`);
  const client = accountAnswer.parse(data);
  if (!client) return agency;
  const { name, slug, email, logo, accent } = client;
  return {
    agency: name,
    siteUrl,
    locale: agency.locale,
    email: email ?? undefined,
    account: { slug },
    ...(logo && { logo: { ...sizeOf(logo), url: logoUrl(projectUrl, logo.name) } }),
    ...(accent && { accent }),
  };
}

const sizeOf = ({ width, height, plate }: { width: number; height: number; plate: boolean }) => ({
  width,
  height,
  plate,
});

/** The public address of a file in the bucket brand. */
const logoUrl = (projectUrl: string, name: string) =>
  `${projectUrl}/storage/v1/object/public/brand/${name.split("/").map(encodeURIComponent).join("/")}`;

async function loadAgency(service: Service, siteUrl: string, projectUrl: string): Promise<Sender> {
  const { data } = await service
    .from("agency_settings")
    .select("agency_name, email, locale, logo, logo_width, logo_height, logo_plate, accent")
    .limit(1)
    .maybeSingle();
  if (!data) return { agency: "Upfunnel", siteUrl };
  const { logo, logo_width: width, logo_height: height, logo_plate: plate } = data;
  return {
    agency: data.agency_name,
    siteUrl,
    locale: data.locale,
    email: data.email,
    ...(logo && width && height && { logo: { url: logoUrl(projectUrl, logo), width, height, plate } }),
    ...(data.accent && { accent: data.accent }),
  };
}

/** What an invoice needs from the agency's settings besides its own contents. */
export async function loadLetterhead(service: Service, log: FunctionDeps["log"]): Promise<InvoiceBrand> {
  const { data } = await service
    .from("agency_settings")
    .select("locale, logo, logo_width, logo_height, accent")
    .limit(1)
    .maybeSingle();
  const own = { locale: data?.locale, accent: data?.accent };
  if (!data?.logo || !data.logo_width || !data.logo_height) return own;
  const file = await service.storage.from("brand").download(data.logo);
  if (file.error) {
    // An invoice without a logo is better than none.
    log("the logo can't be read", { name: data.logo, error: file.error.message });
    return own;
  }
  const content = new Uint8Array(await file.data.arrayBuffer());
  return { ...own, logo: { content, width: data.logo_width, height: data.logo_height } };
}
