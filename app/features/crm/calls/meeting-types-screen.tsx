import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { CopyButton } from "~/shared/copy-button.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { FormDialog } from "~/ui/form-dialog.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { bookableText } from "../../../../domain/bookable-hours.ts";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { deleteMeetingType, type MeetingType, meetingTypesQuery, saveMeetingType } from "./api.ts";
import { draftOf } from "./meeting-type-draft.ts";
import { MeetingTypeForm } from "./meeting-type-form.tsx";

/** What visitors can book: leaders write the kinds of calls, everyone copies their links. */
export function MeetingTypesScreen() {
  const query = useQuery(meetingTypesQuery);
  const [editing, setEditing] = useState<MeetingType | "new" | null>(null);
  const [deleting, setDeleting] = useState<MeetingType | null>(null);
  const mayManage = query.data?.may_manage ?? false;
  return (
    <div className="mx-auto grid w-full max-w-wrap gap-5 px-4 py-5 md:px-6">
      <PageHeader
        level={2}
        title="Meeting types"
        description={
          mayManage
            ? "Each has a page where visitors pick a time."
            : "Each has a page where visitors pick a time. Only owners and admins can edit them."
        }
        actions={
          <>
            <Button asChild>
              <Link to={crmPath("/calls")}>Calendar</Link>
            </Button>
            {mayManage && (
              <Button variant="primary" onClick={() => setEditing("new")}>
                <CalendarPlus aria-hidden="true" /> New meeting type
              </Button>
            )}
          </>
        }
      />
      <Card role="region" aria-label="Meeting types" className="overflow-hidden">
        <QueryBoundary
          query={query}
          errorMessage="Couldn't load the meeting types"
          skeleton={<TableSkeleton label="Loading the meeting types" />}
        >
          {({ types, account_slug: account, zone }) =>
            types.length === 0 ? (
              <EmptyState
                icon={<CalendarPlus />}
                title="No meeting types yet"
                text={mayManage ? "Add one, then share its link." : "An owner or admin can add one."}
              />
            ) : (
              <ul>
                {types.map((type) => (
                  <TypeRow
                    key={type.id}
                    type={type}
                    zone={zone}
                    url={`${location.origin}/book/${account}/${type.slug}`}
                    mayManage={mayManage}
                    onEdit={() => setEditing(type)}
                    onDelete={() => setDeleting(type)}
                  />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </Card>
      <FormDialog open={editing !== null} onClose={() => setEditing(null)} className="max-w-[1000px]">
        {editing && (
          <MeetingTypeForm
            type={editing === "new" ? null : editing}
            accountSlug={query.data?.account_slug ?? ""}
            zone={query.data?.zone ?? "UTC"}
            onDone={() => setEditing(null)}
          />
        )}
      </FormDialog>
      <DeleteDialog type={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

const PLACES = { phone: "Phone", video: "Video", place: "In person" };

type RowProps = {
  type: MeetingType;
  zone: string;
  url: string;
  mayManage: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

function TypeRow({ type, zone, url, mayManage, onEdit, onDelete }: RowProps) {
  const activate = useAction({
    action: (isActive: boolean) => saveMeetingType(type.id, { ...draftOf(type), is_active: isActive }, type.updated_at),
    successMessage: (_, isActive) =>
      isActive ? `Booking page of ${type.name} turned on` : `Booking page of ${type.name} turned off`,
    errorMessage: "Couldn't save the meeting type",
    invalidates: [queryKeys.meetingTypes()],
  });
  const hosts = type.hosts.map(({ name, is_active: isActive }) => (isActive ? name : `${name} (left)`)).join(", ");
  const isUnhosted = type.is_active && !type.hosts.some(({ is_active: isActive }) => isActive);
  const hours = bookableText(type);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line-soft border-b px-4 py-3 last:border-b-0 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="col-start-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <h3 className="wrap-anywhere min-w-0 font-medium text-sm">{type.name}</h3>
        <Chip tone={isUnhosted ? "warn" : type.is_active ? "ok" : "neutral"}>
          {isUnhosted ? "No hosts" : type.is_active ? "Active" : "Off"}
        </Chip>
        {type.ahead > 0 && <span className="text-ink-3 text-xs">{formatCount(type.ahead)} upcoming</span>}
      </div>
      <p className="wrap-anywhere col-start-1 text-13 text-ink-2">
        {type.minutes} min · {PLACES[type.location]} · {hosts || "No hosts"}
      </p>
      {isUnhosted && (
        <p className="col-start-1 text-13 text-warn-fg">
          No one takes these calls, so visitors find no free times.{" "}
          {mayManage && "Edit it to choose a host, or turn it off."}
        </p>
      )}
      <p className="col-start-1 text-13 text-ink-2">
        {hours ? `${hours}, ${zoneText(zone)}` : "Whenever a host works"}
      </p>
      <div className="col-start-1 flex flex-wrap items-center gap-2">
        <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere min-w-0 font-mono text-xs underline">
          {url}
        </a>
        <CopyButton text={url} what={`the link of ${type.name}`} />
      </div>
      {mayManage && (
        <span className="flex flex-wrap gap-2 md:col-start-2 md:row-start-1">
          <Button size="sm" loading={activate.busy} onClick={() => void activate.run(!type.is_active)}>
            {type.is_active ? "Turn off" : "Turn on"}
            <span className="sr-only"> {type.name}</span>
          </Button>
          <Button size="sm" onClick={onEdit}>
            Edit<span className="sr-only"> {type.name}</span>
          </Button>
          <Button size="sm" variant="ghost" onClick={onDelete}>
            Delete<span className="sr-only"> {type.name}</span>
          </Button>
        </span>
      )}
    </li>
  );
}

function DeleteDialog({ type, onClose }: { type: MeetingType | null; onClose: () => void }) {
  const remove = useAction({
    action: (id: string) => deleteMeetingType(id),
    successMessage: "Meeting type deleted",
    errorMessage: "Couldn't delete the meeting type",
    invalidates: [queryKeys.meetingTypes(), queryKeys.crm()],
  });
  return (
    <ConfirmDialog
      open={type !== null}
      onClose={onClose}
      title={`Delete ${type?.name}?`}
      description={
        type && type.ahead > 0
          ? `${type.ahead === 1 ? "One booked call is" : `${formatCount(type.ahead)} booked calls are`} ahead. They stay booked with their time and place, but visitors can only cancel them. To stop new bookings and keep the type, turn it off instead.`
          : "Its link stops working. Past calls stay."
      }
      cancelLabel="Keep"
      confirmLabel="Delete meeting type"
      onConfirm={() => type && void remove.run(type.id)}
    />
  );
}
