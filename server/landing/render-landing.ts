import type { LandingBrand } from "../../domain/landing/brand.ts";
import type { LandingPage, PreviewedPage, ServedPage } from "../../domain/landing/page.ts";
import { renderLandingPage } from "../../domain/landing/render.ts";
import { createPageFile, type StaticFiles } from "../pages/static-files.ts";
import type { SecurityOptions } from "../security/headers.ts";
import { findFonts } from "./find-fonts.ts";
import type { LandingFile, LandingFiles } from "./landing-cache.ts";
import { landingHeaders, noticeHeaders } from "./landing-headers.ts";
import { renderNotice } from "./notice-page.ts";

export const FORM_ACTION = "/functions/v1/submit-landing-form";

/** Renders pages, drafts and notices ready to send. */
export function createLandingRenderer(security: SecurityOptions, files: () => StaticFiles) {
  const scheme = new URL(security.siteUrl).protocol;
  const fonts = () => findFonts(files());
  const look = (brand: LandingBrand | null, onDomain: boolean) => ({
    fonts: fonts(),
    brand,
    // A client's domain serves the logos of clients. The agency's own is in no folder.
    storage: security.supabaseUrl ?? (onDomain && !brand?.account?.logo?.name.includes("/") ? security.siteUrl : ""),
  });
  return {
    page(page: ServedPage, onDomain: boolean): LandingFiles {
      const { test, account, brand, ...live } = page;
      const callAt = onDomain ? "/book" : `/book/${account}`;
      const address = page.custom_domain
        ? `${scheme}//${page.custom_domain}/`
        : `${security.siteUrl}/landing/${page.slug}`;
      const headers = landingHeaders(security, onDomain ? "domain" : "site");
      // Shared caches would give one visitor's variant to others.
      if (test) headers["Cache-Control"] = "private, no-cache";
      const fileOf = (version: LandingPage): LandingFile => ({
        ...createPageFile(
          renderLandingPage(version, { address, formAction: FORM_ACTION, callAt, ...look(brand, onDomain) }),
          headers,
        ),
        page: { id: page.id, version: version.version },
      });
      const file = fileOf(live);
      if (!test) return { live: file };
      const variants = test.variants.map(({ weight, ...version }) => {
        const made = version.version === page.version ? file : fileOf({ ...version, id: page.id, slug: page.slug });
        return { weight, file: { ...made, page: { ...made.page, testId: test.id } } };
      });
      return {
        live: file,
        test: { id: test.id, seed: test.seed, onlySource: test.only_source, zone: test.zone, variants },
      };
    },
    preview({ brand, ...draft }: PreviewedPage): Response {
      const address = `${security.siteUrl}/landing/${draft.slug}`;
      const html = renderLandingPage(draft, { address, formAction: "#", preview: true, ...look(brand, false) });
      return new Response(html, { headers: landingHeaders(security, "preview") });
    },
    notice(title: string, status: number, onDomain: boolean): Response {
      const headers = noticeHeaders(security, onDomain);
      if (status === 503) headers["Retry-After"] = "5";
      return new Response(renderNotice(title, fonts(), onDomain ? null : "/"), { status, headers });
    },
  };
}
