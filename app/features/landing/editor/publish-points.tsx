import { useId, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { checkBeforePublishing, type PublishPoint } from "../../../../domain/landing/publish-check.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";

export type PointPlace = { block: string; field: string | null };
type Props = {
  draft: LandingDraft;
  heading: string;
  /** Shows a point's place, where the page is edited. */
  onShow?: (place: PointPlace) => void;
};

/** What visitors of the page would notice. It informs, and never keeps anyone from publishing. */
export function PublishPoints({ draft, heading, onShow }: Props) {
  const id = useId();
  const [points] = useState(() => checkBeforePublishing(draft, Date.now()));
  if (points.length === 0) return null;
  const groups = [
    { title: "To finish", points: points.filter(({ isSample }) => !isSample) },
    { title: "Still from the template", points: points.filter(({ isSample }) => isSample) },
  ].filter((group) => group.points.length > 0);
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <h3 id={id} className="font-medium text-13">
        {heading}
      </h3>
      {groups.map((group) => (
        <div key={group.title}>
          {groups.length > 1 && (
            <h4 className="pt-1 text-ink-3 text-xs">
              {group.title} ({group.points.length})
            </h4>
          )}
          <ul aria-label={group.title} className="-mx-2 grid text-13">
            {group.points.map((point) => (
              <Point key={point.text} point={point} onShow={onShow} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Point({
  point: { text, block, field },
  onShow,
}: {
  point: PublishPoint;
  onShow: Props["onShow"] | undefined;
}) {
  return (
    <li className="flex min-h-9 items-center gap-2 rounded-ctl py-1 pr-1 pl-2 text-ink-2">
      <span className="wrap-anywhere min-w-0 flex-1">{text}</span>
      {block !== null && onShow && (
        <Button size="sm" variant="ghost" aria-label={`Show: ${text}`} onClick={() => onShow({ block, field })}>
          Show
        </Button>
      )}
    </li>
  );
}
