import { ArrowLeft, FileCode2, Link2 } from "lucide-react";
import { type SubmitEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { type Action, useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { DialogFooter } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import { isTooLarge } from "../../../../domain/landing/import/import-limits.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { createPageFrom, type StartingPage } from "../lib/starting-page.ts";
import { StartingPagePicture } from "../lib/starting-page-picture.tsx";
import { type ImportedPage, type PageSource, readPage } from "./api.ts";
import { HtmlField, readPageFile, TOO_LARGE } from "./html-field.tsx";

const WAYS = [
  { value: "address", label: "URL", icon: <Link2 aria-hidden="true" /> },
  { value: "html", label: "HTML", icon: <FileCode2 aria-hidden="true" /> },
] as const;
type Way = (typeof WAYS)[number]["value"];
type Problems = { address?: string; html?: string; agreed?: string };

/** The result takes the form's place, and people came to create a page. */
const returnsFocusToResult = returnsFocusTo(() => document.querySelector("[data-create-page]"));

/** Turns the customer's own page into blocks, and creates a page of them. Nothing is public yet. */
export function ImportPage({ onCancel }: { onCancel: () => void }) {
  const [way, setWay] = useState<Way>("address");
  const [address, setAddress] = useState("");
  const [html, setHtml] = useState("");
  const [agreed, setAgreed] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const [fileName, setFileName] = useState("");
  /** The text of a saved page replaces what was pasted. */
  const takeFile = async (file: File) => {
    const taken = await readPageFile(file);
    setProblems(({ html: _, ...others }) => ("problem" in taken ? { ...others, html: taken.problem } : others));
    setFileName("problem" in taken ? "" : file.name);
    if ("problem" in taken) focusInvalid();
    else setHtml(taken.html);
  };
  const [found, setFound] = useState<ImportedPage | null>(null);
  const read = useAction({
    action: readPage,
    isRead: true,
    showProblem: "inline",
    errorMessage: "Couldn't import the page",
    explain: explainRefusal,
    onSuccess: setFound,
  });
  const navigate = useNavigate();
  const create = useAction({
    action: createPageFrom,
    errorMessage: "Couldn't create the page",
    invalidates: [queryKeys.landingList()],
    // Back leads to the list, not to the form again.
    onSuccess: (id) => navigate(pagesPath(id), { replace: true }),
  });
  useUnsavedChanges((found || html.trim()) && !create.busy ? "this import" : null);
  if (found) {
    const from = way === "address" ? address : "";
    return <Result page={found} address={from} create={create} onBack={() => setFound(null)} />;
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const source = sourceOf(way, address, html);
    const next: Problems = {
      ...("problem" in source && { [way]: source.problem }),
      ...(!agreed && { agreed: "Confirm that you may copy this page" }),
    };
    setProblems(next);
    if ("problem" in source || !agreed) focusInvalid();
    else void read.run(source);
  };
  return (
    <form
      ref={(element) => {
        form.current = element;
        returnsFocusToResult(element);
      }}
      onSubmit={submit}
      onKeyDown={submitOnModEnter}
      noValidate
      className="grid gap-4"
    >
      <SegmentedControl legend="Import from" options={WAYS} value={way} onChange={setWay} />
      {way === "address" ? (
        <Field label="Page URL" hint="A public page, such as https://example.com/offer." error={problems.address}>
          <Input
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2048}
          />
        </Field>
      ) : (
        <HtmlField
          html={html}
          error={problems.html}
          onChange={(next) => {
            setHtml(next);
            setFileName("");
          }}
          onFile={(file) => void takeFile(file)}
        />
      )}
      <Checkbox
        label="I own this page or have permission to copy it"
        hint="We record who confirmed this and when."
        checked={agreed}
        error={problems.agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      {read.problem && (
        <Banner tone="bad" role="alert" title="The page wasn't imported">
          {read.problem}
        </Banner>
      )}
      <p role="status" className="sr-only">
        {read.busy ? "Reading the page…" : fileName && `The HTML of ${fileName} is in the field`}
      </p>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" loading={read.busy}>
          Import
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Refusals whose sentence is for people. */
const READABLE = new Set([
  "private_address",
  "unreachable",
  "refused",
  "too_large",
  "nothing_found",
  "too_many_imports",
]);

function explainRefusal(error: unknown): string | null {
  if (!(error instanceof ServiceError)) return null;
  // The server refuses large bodies before the function sees them.
  if (error.code === "request_too_large") return `${TOO_LARGE}.`;
  return READABLE.has(error.code ?? "") ? `${error.message.replace(/\.$/, "")}.` : null;
}

function sourceOf(way: Way, address: string, html: string): PageSource | { problem: string } {
  if (way === "html") {
    if (html.trim() === "") return { problem: "Paste the page's HTML, or choose its file" };
    return isTooLarge(html) ? { problem: TOO_LARGE } : { html };
  }
  const typed = address.trim();
  const url = URL.parse(/^[a-z]+:/i.test(typed) ? typed : `https://${typed}`);
  if (!typed || !url?.hostname.includes(".")) return { problem: "Enter a URL such as https://example.com/offer" };
  return url.protocol === "https:" ? { address: url.href } : { problem: "Enter a URL that starts with https://" };
}

type ResultProps = {
  page: ImportedPage;
  address: string;
  create: Action<StartingPage, string>;
  onBack: () => void;
};

/** What was found, before a page is made of it. */
function Result({ page, address, create, onBack }: ResultProps) {
  const { title, description, blocks, notes } = page;
  const start = { id: title, title, description, theme: "default", blocks };
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-[220px_minmax(0,1fr)]">
        <span
          aria-hidden="true"
          className="block aspect-square overflow-clip rounded-card border border-line bg-sunken"
        >
          <StartingPagePicture page={start} />
        </span>
        <div className="grid min-w-0 gap-3">
          <div>
            <p className="wrap-anywhere font-medium text-sm">{title}</p>
            {address && <p className="truncate text-ink-3 text-xs">{address}</p>}
          </div>
          <p className="text-13 text-ink-2">{kindsText(page)}</p>
          <ul className="grid list-disc gap-1 pl-4 text-13 text-ink-2">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      </div>
      <DialogFooter>
        <Button icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          Back
        </Button>
        <Button variant="primary" data-create-page loading={create.busy} onClick={() => void create.run(start)}>
          Create page
        </Button>
      </DialogFooter>
    </div>
  );
}

function kindsText({ blocks }: ImportedPage): string {
  const labels = blocks.map(({ type }) => BLOCK_KINDS[type].label);
  return `${blocks.length === 1 ? "1 block" : `${blocks.length} blocks`}: ${labels.slice(0, 12).join(", ")}${labels.length > 12 ? "…" : ""}`;
}
