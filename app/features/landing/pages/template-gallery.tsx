import { useQueryClient } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { DialogFooter } from "~/ui/dialog.tsx";
import type { Template } from "../../../../domain/landing/template.ts";
import { templates } from "../../../../domain/landing/templates.ts";
import { BLANK_TEMPLATE, createPageFromTemplate } from "./create-page-from-template.ts";
import { TemplateThumbnail } from "./template-thumbnail.tsx";

/** What a page can begin with; pressing one makes the page and opens it. */
export function TemplateGallery({ onCancel }: { onCancel: () => void }) {
  const [working, setWorking] = useState<string | null>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  const createPage = useSingleFlight(async (template: Template) => {
    setWorking(template.id);
    try {
      const id = await createPageFromTemplate(template);
      void client.invalidateQueries({ queryKey: queryKeys.landingList() });
      await navigate(`/admin/landing-pages/${id}`);
    } catch (error) {
      setWorking(null);
      toast.error(problemText(error, "The page was not made"));
    }
  });
  return (
    <>
      <ul aria-label="Templates" className="grid grid-cols-2 gap-3 md:grid-cols-4" aria-busy={working !== null}>
        {[...templates, BLANK_TEMPLATE].map((template) => (
          <li key={template.id} className="grid">
            <Choice template={template} busy={working === template.id} onChoose={() => void createPage(template)}>
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
        {working && "Making the page…"}
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
