import { FILES, SITE_NAME } from "./running-host.ts";
import { AGENCY, idOf, type Tenant } from "./tenants.ts";

/** A request about rows of a client. Without a method, it is a GET. */
export type Asked = {
  path: string;
  method?: string;
  host?: string;
  json?: unknown;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** What differs on purpose from the same request about a client that does not exist, or depends on no one. */
  differs?: string;
};

/** The caller's own account, if there is one, and a payment page of each client by its mark. */
export type Given = { own: Tenant | null; sessions: Record<string, string> };

/** An address without a mark, because a form's lead keeps what its sender said. */
const VISITOR = "pat@visitor.example";

/** A form that was sent before. */
const SENT = idOf(AGENCY, 1);

const ids = (tenant: Tenant) => [1, 2].map((row) => idOf(tenant, row));

/**
 * What to send to each edge function about the rows of a client: their ids, and both clients' ids in one call. A function without a
 * line fails the test.
 */
export const FUNCTIONS: Record<string, (theirs: Tenant, given: Given) => unknown[]> = {
  "check-dashboard": (theirs) => ids(theirs).map((dashboardId) => ({ dashboardId })),
  "check-landing-domain": (theirs) => ids(theirs).map((domainId) => ({ domainId })),
  "check-subscription": () => [{}],
  "create-invoice-payment": (theirs, { own }) => [
    ...ids(theirs).map((invoiceId) => ({ invoiceId })),
    { invoiceIds: ids(theirs) },
    { invoiceIds: [...(own ? [idOf(own, 1)] : []), idOf(theirs, 1)] },
    { invoiceIds: [idOf(theirs, 1), ...(own ? [idOf(own, 1)] : [])] },
  ],
  "create-subscription": () => [{}],
  "customer-portal": (theirs) => [{}, ...ids(theirs).map((account_id) => ({ account_id }))],
  // The scheduler, the auth service and the payment provider call these, with a secret or a signature.
  "dispatch-outbox": (theirs) => [{ id: idOf(theirs, 1) }],
  "send-auth-email": (theirs) => [{ user: { id: idOf(theirs, 1), email: `${theirs.mark}1@common.example` } }],
  "stripe-webhook": (theirs) => [
    { id: "evt_1", type: "checkout.session.completed", data: { object: { id: theirs.mark } } },
  ],
  "export-leads": (theirs) =>
    [
      null,
      { field: "owner", is: "eq", value: idOf(theirs, 1) },
      { field: "q", is: "eq", value: theirs.mark },
      { field: "company", is: "contains", value: theirs.mark },
    ].map((rule) => ({ filter: rule && { op: "and", rules: [rule] } })),
  "import-landing-page": (theirs) => [{ agreed: true, html: `<h1>${theirs.mark}</h1>` }],
  "invoice-pdf": (theirs) => [...ids(theirs), idOf(theirs, 3)].map((invoiceId) => ({ invoiceId })),
  "statement-pdf": (theirs) =>
    ids(theirs).map((id) => ({
      ...{ client_id: id, account_id: id, from: "2000-01-01", until: "2100-01-01", is_of_several: false },
    })),
  "change-plan": (theirs) => ids(theirs).map((client_id) => ({ client_id, ends: true })),
  "refund-invoice": (theirs) =>
    ids(theirs).map((invoiceId) => ({
      ...{ id: SENT, invoiceId, expectedUpdatedAt: "2026-11-24T00:00:00Z" },
      ...{ amount: 100, reason: "Late" },
    })),
  "send-application-email": () => [
    {
      lead: {
        full_name: "Ann Lee",
        email: VISITOR,
        company: "Firm",
        website: "https://firm.example",
        role: "Owner",
        target_new_clients_per_month: "5",
        avg_deal_size: "1000",
        timeline: "soon",
        notes: "",
        best_contact: "email",
        phone: "",
      },
      source: { submitted_at: "2026-11-24T00:00:00Z", page_url: null, user_agent: null },
      submission_id: SENT,
    },
  ],
  "send-contact-email": () => [
    {
      firstName: "Ann",
      lastName: "Lee",
      email: VISITOR,
      company: "Firm",
      adSpend: "",
      goals: "More leads",
      interests: [],
      submission_id: SENT,
    },
  ],
  "submit-landing-form": (theirs, { own }) => [
    ...ids(theirs).map((page) => ({
      _page: page,
      _form: "1",
      _version: "1",
      _id: idOf(theirs, 3),
      email: VISITOR,
    })),
    {
      _page: own ? idOf(own, 3) : idOf(theirs, 1),
      _form: "1",
      _version: "1",
      _id: idOf(theirs, 1),
      email: VISITOR,
    },
  ],
  "verify-payment": (theirs, { own, sessions }) => {
    const sessionId = sessions[theirs.mark] ?? "cs_test_that_does_not_exist";
    return [idOf(theirs, 1), ...(own ? [idOf(own, 1)] : [])].map((invoiceId) => ({ sessionId, invoiceId }));
  },
};

export const functionRequests = (theirs: Tenant, given: Given): Asked[] =>
  Object.entries(FUNCTIONS).flatMap(([name, bodies]) =>
    [...bodies(theirs, given), null, {}].map((json) => ({ method: "POST", path: `/functions/v1/${name}`, json })),
  );

/** An id that no request has yet is free for a new one, so the file of a made-up request is stored. Such ids are random. */
const MADE_UP = "a made-up id is free for a new request";

/** Every route of the storage about the files of a client, by bucket. A bucket without a line fails the test. */
export function storageRequests(
  buckets: { id: string; public: boolean }[],
  theirs: Tenant,
  { own }: Pick<Given, "own">,
): Asked[] {
  return buckets.flatMap(({ id: bucket, public: isPublic }) =>
    (FILES[bucket]?.(theirs) ?? []).flatMap((name) => {
      const mine = own ? FILES[bucket]?.(own)[0] : undefined;
      return [...readsOf(bucket, name, mine, isPublic), ...writesOf(bucket, name, mine)];
    }),
  );
}

const storage = (path: string, rest: Omit<Asked, "path"> = {}): Asked => ({ path: `/storage/v1/${path}`, ...rest });
const post = (path: string, json: unknown): Asked => storage(path, { method: "POST", json });

function readsOf(bucket: string, name: string, mine: string | undefined, isPublic: boolean): Asked[] {
  const file = `${bucket}/${name}`;
  const folder = name.slice(0, name.lastIndexOf("/"));
  const shown = isPublic ? { differs: "visitors read these files by their address" } : {};
  return [
    storage(`object/authenticated/${file}`),
    storage(`object/authenticated/${file}`, { headers: { "If-None-Match": '"1"' } }),
    storage(`object/authenticated/${file}`, { headers: { Range: "bytes=0-3" } }),
    storage(`object/${file}`, { method: "HEAD" }),
    storage(`object/info/${file}`),
    storage(`render/image/authenticated/${file}?width=8&height=8`),
    storage(`object/public/${file}`, shown),
    storage(`render/image/public/${file}?width=8&height=8`, shown),
    storage(`object/sign/${file}?token=invented`),
    post(`object/sign/${file}`, { expiresIn: 60 }),
    post(`object/sign/${bucket}`, { expiresIn: 60, paths: [name, ...(mine ? [mine] : [])] }),
    ...["", folder, folder.split("/")[0]].map((prefix) => post(`object/list/${bucket}`, { prefix })),
    post(`object/list-v2/${bucket}`, { prefix: folder, with_delimiter: false }),
    storage("bucket"),
    storage(`bucket/${bucket}`),
  ];
}

function writesOf(bucket: string, name: string, mine: string | undefined): Asked[] {
  const file = `${bucket}/${name}`;
  const added = file.replace(".png", "-new.png");
  const png = { headers: { "Content-Type": "image/png" }, body: Buffer.from("89504e470d0a1a0a", "hex") };
  const differs = bucket === "attachments" ? { differs: MADE_UP } : {};
  const moves = (sourceKey: string, destinationKey: string) =>
    ["move", "copy"].map((way) => ({
      ...post(`object/${way}`, { bucketId: bucket, sourceKey, destinationKey }),
      ...differs,
    }));
  return [
    storage(`object/${file}`, { method: "POST", ...png, ...differs }),
    storage(`object/${added}`, { method: "POST", ...png, ...differs }),
    storage(`object/${file}`, { method: "PUT", ...png, ...differs }),
    { ...post(`object/upload/sign/${added}`, {}), ...differs },
    ...(mine ? [...moves(mine, name), ...moves(name, mine), ...moves(name, `${mine}.copy.png`)] : []),
    storage(`cdn/${file}`, { method: "DELETE" }),
    storage(`object/${file}`, { method: "DELETE" }),
    storage(`object/${bucket}`, { method: "DELETE", json: { prefixes: [name] } }),
    post(`bucket/${bucket}/empty`, {}),
    storage(`bucket/${bucket}`, { method: "DELETE" }),
  ];
}

/** Drafts of a client at every address where pages are served. What is published there is no secret. */
export function pageRequests(theirs: Tenant, { own }: Given): Asked[] {
  const domains = [
    undefined,
    SITE_NAME,
    `${theirs.mark}1.common.example`,
    ...(own ? [`${own.mark}3.common.example`] : []),
  ];
  const slugs = [1, 2].map((row) => `${theirs.mark}${row}`);
  return domains.flatMap((host) => {
    const at = host === undefined ? {} : { host };
    const shared = own ? [`/landing/${own.mark}3?preview=${"0".repeat(64)}`] : [];
    const paths = [
      "/",
      ...slugs.map((slug) => `/landing/${slug}`),
      `/landing/${slugs[0]?.toUpperCase()}`,
      `/landing/${slugs[0]}?preview=${idOf(theirs, 1)}`,
      ...shared,
    ];
    const isOther = host?.startsWith(theirs.mark);
    return [
      ...paths.map((path) => ({
        path,
        ...at,
        ...(isOther && { differs: "an added domain shows nothing of the product" }),
      })),
      ...slugs.map((slug) => ({
        path: `/landing/${slug}`,
        ...at,
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `_page=${idOf(theirs, 1)}&email=pat%40visitor.example`,
        ...(isOther && { differs: "an added domain shows nothing of the product" }),
      })),
    ];
  });
}

const REST = ["leads?select=id,company"];

/** The header x-account in every spelling of a client. Each opens nothing, as if there were no such client. */
export function headerRequests(theirs: Tenant, { own }: Given): Asked[] {
  const { slug, account } = theirs;
  const wide = [...slug].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join("");
  const both = own ? [`${own.slug}, ${slug}`, `${slug}, ${own.slug}`, `${slug},${slug}`] : [`${slug}, ${slug}`];
  const values = [
    slug,
    slug.toUpperCase(),
    ` ${slug}`,
    `${slug} `,
    `\t${slug}`,
    account,
    `{${slug}}`,
    `"${slug}"`,
    `${slug}\u00a0`,
    `${slug}%00`,
    `${slug}'--`,
    ...both,
  ];
  const spelled = ["x-account", "X-ACCOUNT", "X-Account"].flatMap((name, at) =>
    (at ? values.slice(0, 1) : values).map((value) => ({ [name]: value })),
  );
  return [...spelled, { "x-account": encodeURIComponent(wide) }].flatMap((headers) => [
    ...REST.map((path) => ({ path: `/rest/v1/${path}`, headers })),
    { path: "/rest/v1/rpc/workspace_state", method: "POST", json: {}, headers },
    ...(headers === spelled[0] ? [{ path: "/functions/v1/export-leads", method: "POST", json: {}, headers }] : []),
  ]);
}
