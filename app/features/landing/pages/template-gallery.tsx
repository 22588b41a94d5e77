import { FilePlus2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { DialogFooter } from "~/ui/dialog.tsx";
import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import type { Template } from "../../../../domain/landing/template.ts";
import { templates } from "../../../../domain/landing/templates.ts";
import { createPageFromTemplate } from "../lib/create-from-template.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { renderDraft } from "../lib/render-draft.ts";

/** Choosing a template creates the page and opens it. */
export function TemplateGallery({ onCancel }: { onCancel: () => void }) {
  const [chosen, setChosen] = useState("");
  const navigate = useNavigate();
  const create = useAction({
    action: createPageFromTemplate,
    errorMessage: "Couldn't create the page",
    invalidates: [queryKeys.landingList()],
    onSuccess: (id) => navigate(pagesPath(id)),
  });
  const choose = (template: Template) => {
    if (create.busy) return;
    setChosen(template.id);
    void create.run(template);
  };
  return (
    <>
      <ul aria-label="Templates" className="grid grid-cols-2 gap-3 md:grid-cols-4" aria-busy={create.busy}>
        {[...templates, BLANK_TEMPLATE].map((template) => (
          <li key={template.id} className="grid">
            <Choice template={template} busy={create.busy && chosen === template.id} onChoose={() => choose(template)}>
              {template === BLANK_TEMPLATE ? (
                <FilePlus2 aria-hidden="true" className="size-6" />
              ) : (
                <TemplateThumbnail template={template} />
              )}
            </Choice>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {create.busy && "Creating the page…"}
      </p>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFooter>
    </>
  );
}

type ChoiceProps = { template: Template; busy: boolean; onChoose: () => void; children: ReactNode };

function Choice({ template, busy, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="group grid cursor-pointer content-start overflow-hidden rounded-card border border-line bg-surface text-left hover:border-line-strong focus-visible:outline-2 focus-visible:outline-focus"
    >
      <span
        aria-hidden="true"
        className={`grid h-36 place-items-center overflow-hidden border-line border-b bg-sunken text-ink-3 ${busy ? "opacity-50" : ""}`}
      >
        {children}
      </span>
      <span className="grid gap-0.5 px-3 py-2.5">
        <span className="font-semibold text-13">{template.name}</span>
        <span className="text-ink-3 text-xs">{template.about}</span>
      </span>
    </button>
  );
}

/** The rendered page, scaled down and without scripts. */
function TemplateThumbnail({ template }: { template: Template }) {
  const page = useMemo(
    () =>
      renderDraft({
        slug: template.id,
        title: template.title,
        description: template.description,
        hide_title: true,
        content: blocksToHtml(template.blocks),
        blocks: null,
        theme: template.theme,
        custom_css: "",
        custom_js: "",
      }),
    [template],
  );
  return (
    <span className="block size-full overflow-clip">
      <iframe
        title={`${template.name} template`}
        tabIndex={-1}
        sandbox=""
        srcDoc={withoutScripts(page)}
        className="pointer-events-none h-[760px] w-[1120px] origin-top-left scale-[.19]"
      />
    </span>
  );
}

/** Removes scripts, because the sandbox would block them and log an error for each one. */
function withoutScripts(page: string): string {
  return page.replace(/<script\b[\s\S]*?<\/script>/gi, "");
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
