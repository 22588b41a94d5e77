import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Palette, PanelsTopLeft, Plus, SearchX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link as RouterLink } from "react-router";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { DialogDescription, DialogTitle } from "~/ui/dialog.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog } from "~/ui/form-dialog.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { PhoneSort } from "~/ui/phone-sort.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { MAX_PAGES, type PageListItem, pagesQuery } from "../lib/api.ts";
import { formatCount } from "../lib/figures.ts";
import { landingWorkspaceQuery } from "../lib/landing-workspace.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { PremiumNote } from "../lib/premium-note.tsx";
import { AccountFilter, ApprovalSwitch, isOneAccount, isWaiting, WAITING, WaitingNotice } from "./account-filter.tsx";
import { LandingTable } from "./landing-table.tsx";
import { filterPages, PAGE_SORTS, type PageSort, STATUS_FILTERS, sortPages } from "./page-order.ts";

/**
 * /admin/landing-pages and /workspace/:account/pages: all pages with their figures. The URL keeps the search, the filters, the order and
 * whether the dialog is open.
 */
export function LandingListScreen() {
  const { read, change } = useUrlState();
  const workspace = useQuery(landingWorkspaceQuery);
  const isOffice = workspace.data?.kind === "agency" && workspace.data.isAdmin;
  const accounts = isOffice ? read("accounts") : "";
  const pages = useQuery(pagesQuery(accounts !== ""));
  const mayWrite = workspace.data?.may_write === true;
  const begin = () => change({ new: "page" }, { push: true });
  return (
    <>
      <PageHeader
        description="Views, visitors, and submissions from the last 30 days, counted without cookies."
        actions={
          <>
            <Button asChild>
              <RouterLink to={pagesPath("brand")}>
                <Palette aria-hidden="true" />
                Brand
              </RouterLink>
            </Button>
            {mayWrite && (
              <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={begin}>
                New page
              </Button>
            )}
          </>
        }
      />
      {workspace.data && !mayWrite && <PremiumNote />}
      {isOffice && accounts !== WAITING && <WaitingNotice onShow={() => change({ accounts: WAITING, q: "" })} />}
      <QueryBoundary
        query={workspace.isError ? { ...workspace, data: undefined } : pages}
        errorMessage="Couldn't load landing pages"
        skeleton={<TableSkeleton label="Loading landing pages" />}
      >
        {(all) =>
          all.length === 0 && !isOffice ? (
            <Card>
              <EmptyState
                icon={<PanelsTopLeft />}
                title="No landing pages yet"
                text={`A landing page presents one offer, and its form turns visitors into leads.${mayWrite ? " Start with a template or a blank page." : ""}`}
              >
                {mayWrite && <Button onClick={begin}>Choose a template</Button>}
              </EmptyState>
            </Card>
          ) : (
            <Card className="overflow-hidden">
              <PageList
                all={all}
                accounts={isOffice ? accounts : null}
                isAdmin={workspace.data?.isAdmin === true}
                mayWrite={mayWrite}
                onBegin={begin}
              />
            </Card>
          )
        }
      </QueryBoundary>
      {mayWrite && (
        <NewPageDialog
          way={read("new")}
          onImport={() => change({ new: "import" }, { push: true })}
          onClose={() => change({ new: "" })}
        />
      )}
    </>
  );
}

type ListProps = {
  all: readonly PageListItem[];
  /** Whose pages an admin looks at; null where only one account has any. */
  accounts: string | null;
  isAdmin: boolean;
  mayWrite: boolean;
  onBegin: () => void;
};

const PHONE_SORTS = [
  { sort: "changed", descending: true, label: "Changed last" },
  { sort: "title", descending: false, label: "Title, A to Z" },
  { sort: "views", descending: true, label: "Most views" },
  { sort: "submissions", descending: true, label: "Most submissions" },
  { sort: "conversion", descending: true, label: "Highest conversion" },
] as const;

function PageList({ all, accounts, isAdmin, mayWrite, onBegin }: ListProps) {
  const { read, change } = useUrlState();
  const query = read("q");
  const status = read("status");
  const sort = PAGE_SORTS.find((name) => name === read("sort")) ?? "changed";
  const order = { sort, descending: read("sort") ? read("order") === "down" : true };
  const onSort = (next: PageSort, descending: boolean) =>
    change(
      next === "changed" && descending ? { sort: "", order: "" } : { sort: next, order: descending ? "down" : "" },
    );
  const isOne = accounts !== null && isOneAccount(accounts);
  const own = isOne
    ? all.filter(({ account_slug }) => account_slug === accounts)
    : accounts === WAITING
      ? all.filter(isWaiting)
      : all;
  const found = sortPages(filterPages(own, query, status), order);
  const [first] = own;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <DebouncedSearchField label="Search by title, URL, or domain" value={query} onChange={(q) => change({ q })} />
        {accounts !== null && (
          <AccountFilter value={accounts} pages={all} onChange={(next) => change({ accounts: next })} />
        )}
        <Field label="Status" hideLabel className="min-w-44 phone:min-w-0 phone:grow phone:basis-34">
          <NativeSelect value={status} onChange={(event) => change({ status: event.target.value })}>
            {STATUS_FILTERS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <PhoneSort {...order} options={PHONE_SORTS} onSort={onSort} className="basis-30" />
      </div>
      {isOne && first && <ApprovalSwitch id={first.account_id} name={first.account_name} />}
      {found.length > 0 ? (
        <LandingTable
          pages={found}
          order={order}
          onSort={onSort}
          isAdmin={isAdmin}
          mayWrite={mayWrite}
          showsAccount={accounts !== null && accounts !== ""}
        />
      ) : (query || status) && own.length > 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No matching pages"
          text={status ? "Nothing matches your search and filters." : `No title, URL, or domain contains “${query}”.`}
        >
          <Button onClick={() => change({ q: "", status: "" })}>Show all pages</Button>
        </EmptyState>
      ) : accounts === WAITING ? (
        <EmptyState
          icon={<CircleCheck />}
          title="No pages waiting for your approval"
          text="When a client asks to publish a page, it appears here."
        >
          <Button onClick={() => change({ accounts: "" })}>Show our pages</Button>
        </EmptyState>
      ) : (
        <EmptyState
          icon={<PanelsTopLeft />}
          title="No landing pages yet"
          text="A landing page presents one offer, and its form turns visitors into leads. Start with a template or a blank page."
        >
          {accounts === "" && <Button onClick={onBegin}>Choose a template</Button>}
        </EmptyState>
      )}
      {all.length === MAX_PAGES && (
        <p className="border-line border-t px-4 py-2 text-ink-3 text-xs">
          These are the {formatCount(MAX_PAGES)} pages that changed last.
        </p>
      )}
    </>
  );
}

/** Lazy, because the templates and the renderer are large. */
const TemplateGallery = lazy(() =>
  import("./template-gallery.tsx").then(({ TemplateGallery }) => ({ default: TemplateGallery })),
);

/** Lazy for the same reason. */
const ImportPage = lazy(() => import("../import/import-page.tsx").then(({ ImportPage }) => ({ default: ImportPage })));

const STEPS = {
  import: {
    title: "Import your page",
    about: "Its text, pictures, links, and forms become blocks. Nothing is public yet.",
  },
  page: {
    title: "New landing page",
    about: "Choose a starting point. You can change everything, and nothing is public yet.",
  },
  business: (template: string) => ({
    title: "Business details",
    about: `The template “${template}” shows these in several places. What you leave empty stays a sample that you can replace later.`,
  }),
};

type NewPageProps = {
  /** 'page' for the templates, 'import' for the import, else closed. */
  way: string;
  onImport: () => void;
  onClose: () => void;
};

function NewPageDialog({ way, ...actions }: NewPageProps) {
  const isImport = way === "import";
  return (
    <FormDialog
      open={isImport || way === "page"}
      inAddress
      onClose={actions.onClose}
      className={isImport ? "md:max-w-[640px]" : "md:max-w-[920px]"}
    >
      <NewPageSteps key={way} isImport={isImport} {...actions} />
    </FormDialog>
  );
}

type StepsProps = Omit<NewPageProps, "way"> & { isImport: boolean };

/** The import, or the templates and then what a template asks for. */
function NewPageSteps({ isImport, onImport, onClose }: StepsProps) {
  const [template, setTemplate] = useState<string | null>(null);
  const { title, about } = isImport ? STEPS.import : template === null ? STEPS.page : STEPS.business(template);
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{about}</DialogDescription>
      <Suspense fallback={<GallerySkeleton />}>
        {isImport ? (
          <ImportPage onCancel={onClose} />
        ) : (
          <TemplateGallery onImport={onImport} onCancel={onClose} onAsk={setTemplate} />
        )}
      </Suspense>
    </>
  );
}

function GallerySkeleton() {
  return (
    <div role="status" aria-label="Loading templates" className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => (
        <Skeleton key={name} className="h-64 rounded-card" />
      ))}
    </div>
  );
}
