import { FileInput, FilePlus2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { DialogFooter } from "~/ui/dialog.tsx";
import type { Template } from "../../../../domain/landing/template.ts";
import { serviceTemplates, tradeTemplates } from "../../../../domain/landing/templates.ts";
import { type Business, namedAfter, withBusiness } from "../../../../domain/landing/with-business.ts";
import { lastBrand, loadBrandForPages } from "../lib/brand.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { createPageFrom } from "../lib/starting-page.ts";
import { StartingPagePicture } from "../lib/starting-page-picture.tsx";
import { BusinessStep } from "./business-step.tsx";

const SERVICES = { name: "For your services", templates: serviceTemplates };
const TRADES = { name: "By industry", templates: tradeTemplates };

type GalleryProps = {
  onImport: () => void;
  onCancel: () => void;
  /** Gets the name of the template whose details are asked for; null when it is the gallery again. */
  onAsk: (template: string | null) => void;
};

/** Choosing a template creates the page and opens it. Clients see the trades first, because the services are the agency's. */
export function TemplateGallery({ onImport, onCancel, onAsk }: GalleryProps) {
  const [chosen, setChosen] = useState("");
  const [asked, setAsked] = useState<Template | null>(null);
  const ask = (template: Template | null) => {
    setAsked(template);
    onAsk(template?.name ?? null);
  };
  const workspace = useLandingWorkspace();
  const isClient = workspace?.kind === "client";
  const navigate = useNavigate();
  const create = useAction({
    action: async ({ template, business }: { template: Template; business?: Business }, id: string) => {
      await loadBrandForPages();
      // The services are the agency's own.
      const own = business ?? (workspace && !isClient ? knownBusiness() : {});
      return createPageFrom(namedAfter(withBusiness(template, own), business ?? {}), id);
    },
    errorMessage: "Couldn't create the page",
    invalidates: [queryKeys.landingList()],
    // Back leads to the list, not to the form again.
    onSuccess: (id) => navigate(pagesPath(id), { replace: true }),
  });
  // The trades are for clients. Only a client's workspace knows the client.
  const knownBusiness = (): Business => {
    const { business_name, phone = null, email = null, address = null } = lastBrand() ?? {};
    return { name: business_name ?? (isClient ? workspace.name : null), phone, email, address };
  };
  if (asked)
    return (
      <BusinessStep
        known={isClient ? knownBusiness() : {}}
        busy={create.busy}
        onCreate={(business) => void create.run({ template: asked, business })}
        onBack={() => ask(null)}
      />
    );
  const tile = (template: Template) => ({
    template,
    isBusy: create.busy && chosen === template.id,
    onChoose: () => {
      if (create.busy) return;
      setChosen(template.id);
      if (!tradeTemplates.includes(template)) return void create.run({ template });
      void loadBrandForPages().then(() => ask(template));
    },
  });
  return (
    <>
      <div className="grid gap-5" aria-busy={create.busy}>
        {(isClient ? [TRADES, SERVICES] : [SERVICES, TRADES]).map(({ name, templates }, place) => (
          <Group key={name} name={name}>
            {templates.map((template) => (
              <Tile key={template.id} {...tile(template)}>
                <StartingPagePicture page={template} />
              </Tile>
            ))}
            {place === 0 && (
              <Tile {...tile(BLANK_TEMPLATE)}>
                <FilePlus2 aria-hidden="true" className="size-6" />
              </Tile>
            )}
          </Group>
        ))}
      </div>
      <p role="status" className="sr-only">
        {create.busy && "Creating the page…"}
      </p>
      <DialogFooter>
        <Button icon={<FileInput aria-hidden="true" />} className="md:mr-auto" onClick={onImport}>
          Import your page
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFooter>
    </>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2.5">
      <h3 id={id} className="font-semibold text-sm">
        {name}
      </h3>
      <ul aria-labelledby={id} className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
        {children}
      </ul>
    </section>
  );
}

type TileProps = {
  template: Template;
  isBusy: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Tile({ template, isBusy, onChoose, children }: TileProps) {
  return (
    <li className="grid">
      <button
        type="button"
        onClick={onChoose}
        className="group grid cursor-pointer content-start overflow-hidden rounded-card border border-line bg-surface text-left hover:border-line-strong focus-visible:outline-2 focus-visible:outline-focus"
      >
        <span
          aria-hidden="true"
          className={cn(
            "grid aspect-square place-items-center overflow-hidden border-line border-b bg-sunken text-ink-3",
            isBusy && "opacity-50",
          )}
        >
          {children}
        </span>
        <span className="grid gap-0.5 px-3 py-2.5">
          <span className="font-semibold text-13">{template.name}</span>
          <span className="text-ink-3 text-xs">{template.about}</span>
        </span>
      </button>
    </li>
  );
}

const BLANK_TEMPLATE: Template = {
  id: "untitled",
  name: "Blank page",
  about: "No blocks yet",
  title: "Untitled page",
  description: "",
  theme: "default",
  blocks: [],
};
