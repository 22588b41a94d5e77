import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// What every page with React needs, in two files in place of thirty: similar code compresses together, and each answer
// brings headers of its own. The client of the backend stays apart, because sign-in fetches it when somebody types.
const always = [
  /\/app\/ui\/(banner|button|card|cn|field|input|mark|password-input|radio-cards|skeleton|tabs)\.tsx?$/,
  /\/app\/shared\/(auth-|session-store|supabase|toast|lazy-|service-error|failed-|load-(access|my)|claim|schema|page-meta|centred|password|use-(form|hydrated|session|single))/,
  /\/app\/content\/brand|\/domain\/(access|auth-callback|password-rules|return-path|roles)\.ts$|\/portal-shell\/page-error/,
  /node_modules\/(clsx|tailwind-merge|class-variance-authority|zod|@radix-ui\/react-(tabs|slot|roving-focus|collection|presence|primitive|direction|context|compose-refs|id))\//,
];
const groups = [
  { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: "kit", test: new RegExp(always.map(({ source }) => source).join("|")) },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  worker: { format: "es" },
  build: { target: "es2023", assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
});
