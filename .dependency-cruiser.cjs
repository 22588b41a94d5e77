// The import directions of docs/architecture.md: routes → features → shared, ui → domain, and server → functions → domain.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  // Tests next to the code may use the shared test support.
  to: { path: "^(app|domain|server|supabase|scripts|tests|bench)/", pathNot: `${allowed}|^tests/support/` },
});

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\?|^(virtual:|npm:|jsr:)|\\+types/" },
    },
    only("domain-is-pure", "^domain/", "^domain/", "Rules know nothing but rules."),
    {
      name: "domain-has-no-io",
      severity: "error",
      from: { path: "^domain/", pathNot: "\\.test\\.ts$" },
      // The only allowed library. It parses HTML as browsers do, without I/O.
      to: { dependencyTypes: ["core", "npm", "npm-dev"], pathNot: "node_modules/parse5/" },
    },
    only("ui-knows-no-feature", "^app/ui/", "^(app/ui|domain)/", "The kit knows no feature."),
    only(
      "shared-knows-no-feature",
      "^app/shared/",
      "^(app/shared|app/ui|app/content|domain)/|^supabase/database\\.types",
      "",
    ),
    only("content-is-data", "^app/content/", "^(app/content|domain)/", "Copy and prices are data."),
    {
      name: "only-tests-import-tests",
      severity: "error",
      from: { path: "^(app|domain|server|supabase)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^tests/" },
    },
    {
      name: "areas-never-import-each-other",
      comment: "What two areas need belongs to app/shared, and a route puts the screens of several areas together.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/(features|routes|islands)/", pathNot: "^app/features/$1/" },
    },
    only("functions-know-the-domain", "^supabase/functions/", "^(supabase|domain)/", ""),
    only("server-knows-no-app", "^server/", "^(server|supabase|domain)/", "Pages reach the host as a built bundle."),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|\\.react-router)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
