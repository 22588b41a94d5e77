import { defineConfig } from "vite";

/** Bundles emails and documents for the host, which runs TypeScript but no JSX. Hosted functions import them directly. */
export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: {
      input: [
        "supabase/functions/_shared/emails/render-mail.tsx",
        "supabase/functions/_shared/invoices/render-invoice.tsx",
      ],
    },
    outDir: "build/documents",
    copyPublicDir: false,
    target: "node24",
    minify: false,
  },
});
