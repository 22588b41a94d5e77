import { useRef, useState } from "react";
import { leadName } from "../../../../domain/lead-name.ts";
import { addTags, hasTag, removeTag } from "../../../../domain/lead-tags.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { TagPicker } from "../lib/tag-picker.tsx";

type Props = { lead: LeadRow; onDone: () => void };

/** The tags of a row in edit mode. Leaving the field or Enter while nothing is typed saves, Escape cancels. */
export function EditTags({ lead, onDone }: Props) {
  const [tags, setTags] = useState<string[]>(lead.tags);
  const { run } = useChangeLeads({ canRetry: true });
  const finished = useRef(false);
  const finish = (isSaved: boolean) => {
    if (finished.current) return;
    finished.current = true;
    onDone();
    const added = tags.filter((tag) => !hasTag(lead.tags, tag));
    const removed = lead.tags.filter((tag) => !hasTag(tags, tag));
    if (!isSaved || added.length + removed.length === 0) return;
    // Only the difference, so that the tags that someone else adds in the meantime stay.
    const changes = { add_tags: added, remove_tags: removed };
    void run({ leadIds: [lead.id], changes, text: `Changed the tags of ${leadName(lead)}` });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the field saves it, wherever one goes
    <div
      className="absolute top-0.5 left-0 z-10 w-72 min-w-full"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && finish(true)}
    >
      <TagPicker
        label={`Tags of ${leadName(lead)}`}
        tags={tags}
        autoFocus
        className="rounded-ctl bg-surface shadow-pop"
        onAdd={(more) => setTags(addTags(tags, more))}
        onRemove={(tag) => setTags(removeTag(tags, tag))}
        onDone={() => finish(true)}
        onEscape={() => finish(false)}
      />
    </div>
  );
}
