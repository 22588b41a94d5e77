import { defineConfig } from "vite";

/** Bundles the e-mail templates for the host, which runs TypeScript but no JSX. Hosted functions import them as they are. */
export default defineConfig({
  build: {
    ssr: "supabase/functions/_shared/emails/render-mail.tsx",
    outDir: "build/emails",
    target: "node24",
    minify: false,
  },
});
