import { basename } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// Code that every React page needs, in two files instead of thirty: similar code compresses better together, and each response
// has its own headers. The backend client is a separate file, because sign-in loads it when someone types. A module that every page
// needs and that is missing here would make sign-in load the whole file of the portal (tests/host/pages.test.ts).
const always = [
  /\/app\/ui\/(address-guard|banner|button|card|cn|field|fonts|input|keep-focus|logo|password-input|radio-cards|tabs|theme)\.tsx?$/,
  /\/app\/shared\/(accounts\/account-roles|auth-|session-(ended|store)|supabase|toast|lazy-|service-error|failed-|load-(access|my)|claim|page-meta|centered|fallback-toast|link-conflict|lost-files|problem-text|workspace(-context)?\.ts|use-(action|focus-on-arrival|form|session|theme))/,
  /lucide-react\/dist\/esm\/(createLucideIcon|Icon|shared|defaultAttributes|icons\/(x|alarm-clock|arrow-left|briefcase-business|circle-alert|circle-check|info|triangle-alert|loader-circle|mail-check|square-kanban)\.)/,
  /\/app\/content\/brand|\/domain\/(access|account-header|auth-callback|format-locale|password-rules|return-path|roles)\.ts$|\/portal\/shell\/page-error|\/features\/account\/(lib\/(auth-success|passwords)|sign-in\/(api|use-hydrated))/,
  /node_modules\/(tslib|clsx|tailwind-merge|class-variance-authority|@radix-ui\/react-(tabs|slot|roving-focus|collection|presence|primitive|direction|context|compose-refs|id))\//,
];
// The same for the pages behind sign-in. Their shared parts are many and small, and each page needs most of them.
const portal = [
  /node_modules\/@tanstack\/(?!(react-virtual|virtual-core)\/)/,
  /\/app\/ui\/(avatar|chip|empty-state|icon-button|link|money|page-header|segmented-control|skeleton|stat-group|table|time-ago|tooltip|use-media-query|use-overflow)\.tsx?$/,
  /\/app\/shared\/(agency-today|call-function|display-name|format-date|skip-revalidation|load-(error|profile|subscription)|query-boundary|query-|require-access|sign-out|table-skeleton|use-(sync|refetch|online|profile|subscription))/,
  /\/app\/features\/(portal\/(shell|service-request|lib)|admin\/setup)\/|\/app\/ui\/(dialog|native-select|textarea)\.tsx?$/,
  /\/domain\/(format-count|invoices|money|relative-time|subscription)\.ts$/,
];
const either = (rules: RegExp[]) => new RegExp(rules.map(({ source }) => source).join("|"));
// Most public pages share one style sheet. One per component would cost each page a dozen requests.
const site = /\/app\/features\/site\/[\w-]+\.module\.css$/;
const groups = [
  { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: "kit", test: either(always) },
  { name: "schema", test: /node_modules\/zod\/|\/app\/shared\/schema\.ts$/ },
  { name: "portal", test: either(portal) },
  { name: "site", test: site },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  worker: { format: "es" },
  // Class names have no hash: pages compress better, and a name shows where its rule is. File names are unique (site-styles.test.ts).
  css: { modules: { generateScopedName: (name, file) => `${basename(file, ".module.css")}-${name}` } },
  // Its entry points are directories, which Node cannot resolve.
  ssr: { noExternal: ["@atlaskit/pragmatic-drag-and-drop"] },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // scripts/build.ts empties the directory. This build would delete the empty database in it, which tests read at that moment.
    emptyOutDir: false,
    // The code editor of landing pages is this large. It loads when someone opens it.
    chunkSizeWarningLimit: 600,
    // One page loads a module at once and another one on demand: each page still gets only what it needs.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
});
