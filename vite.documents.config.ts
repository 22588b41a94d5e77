import { defineConfig } from "vite";

/** Bundles e-mails and papers for the host, which runs TypeScript but no JSX. Hosted functions import them as they are. */
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
    target: "node24",
    minify: false,
  },
});
