import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "~/shared/copy-button.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatMoment } from "../../../../domain/format-date.ts";
import { createPreview, type LoadedPage, type PreviewLink, previewsQuery, revokePreview } from "./api.ts";
import { liveUrl } from "./use-editor.ts";

const HOURS = [
  { value: 1, label: "1 hour" },
  { value: 24, label: "1 day" },
  { value: 168, label: "7 days" },
  { value: 720, label: "30 days" },
];

/** Links that show the draft without an account, until they expire or are revoked. */
export function PreviewsPanel({ page, slug }: { page: LoadedPage; slug: string }) {
  const [hours, setHours] = useState(24);
  const [made, setMade] = useState<string | null>(null);
  const links = useQuery(previewsQuery(page.id));
  const invalidates = [queryKeys.landingPreviews(page.id)];
  const create = useAction({
    action: () => createPreview(page.id, hours, slug),
    errorMessage: "Couldn't create the link",
    invalidates,
    onSuccess: setMade,
  });
  const revoke = useAction({
    action: revokePreview,
    successMessage: "Link revoked",
    errorMessage: "Couldn't revoke the link",
    invalidates,
    onSuccess: () => setMade(null),
  });
  const live = page.status === "published" ? new URL(liveUrl(page), location.origin).href : null;
  return (
    <div className="grid gap-5">
      {live && (
        <Card>
          <CardHeader>
            <CardTitle level={3}>Share the live page</CardTitle>
          </CardHeader>
          <div className="flex items-center gap-2 p-4">
            <a className="wrap-anywhere min-w-0 flex-1 text-13 underline" href={live} target="_blank" rel="noopener">
              {live}
            </a>
            <CopyButton text={live} what="the live URL" />
          </div>
        </Card>
      )}
      <Card>
        <CardHeader>
          <CardTitle level={3}>Share this draft</CardTitle>
        </CardHeader>
        <div className="grid gap-3 p-4">
          <p className="max-w-[65ch] text-13 text-ink-2">
            Anyone with the link can see the current draft, no account needed. Search engines ignore it, and its forms
            don't send anything.
          </p>
          <div className="flex flex-wrap items-end gap-2">
            <Field label="Link expires after" className="w-40">
              <NativeSelect value={hours} onChange={(event) => setHours(Number(event.target.value))}>
                {HOURS.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            </Field>
            <Button icon={<Link2 aria-hidden="true" />} className="h-9 phone:h-11" onClick={() => void create.run()}>
              Create link
            </Button>
          </div>
          {made && (
            <div className="grid gap-1.5" role="status">
              <div className="flex items-end gap-2 phone:grid">
                <Field label="Your link, shown only once" className="flex-1">
                  <Textarea
                    readOnly
                    rows={1}
                    className="resize-none break-all"
                    value={made}
                    onFocus={(event) => event.target.select()}
                  />
                </Field>
                <CopyButton text={made} what="the link" />
              </div>
            </div>
          )}
        </div>
      </Card>
      <QueryBoundary
        query={links}
        errorMessage="Couldn't load links"
        skeleton={<TableSkeleton label="Loading links" />}
      >
        {(all) => (
          <Card>
            <CardHeader>
              <CardTitle level={3}>Links</CardTitle>
            </CardHeader>
            {all.length === 0 ? (
              <EmptyState icon={<Link2 />} title="No links yet" text="See who created each link and when it expires." />
            ) : (
              <ul aria-label="Preview links" className="grid">
                {all.map((link) => (
                  <Row key={link.id} link={link} onRevoke={() => void revoke.run(link.id)} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </QueryBoundary>
    </div>
  );
}

function Row({ link, onRevoke }: { link: PreviewLink; onRevoke: () => void }) {
  const over = new Date(link.expiresAt) <= new Date();
  const works = !over && link.revokedAt === null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line-soft border-b px-4 py-2.5 text-13 last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-48">
        <span>
          Created <TimeAgo at={link.createdAt} />
          {link.by && ` by ${link.by}`}
        </span>
        <span className="text-ink-3 text-xs">
          {link.revokedAt ? "Revoked " : over ? "Expired " : "Expires "}
          {link.revokedAt ? <TimeAgo at={link.revokedAt} /> : formatMoment(link.expiresAt)}
        </span>
      </span>
      <Chip tone={works ? "ok" : "neutral"}>{works ? "active" : link.revokedAt ? "revoked" : "expired"}</Chip>
      {works && (
        <Button size="sm" onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  );
}
