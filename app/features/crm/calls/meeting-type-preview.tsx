import { useQuery } from "@tanstack/react-query";
import { Clock, MapPin, Phone, Video } from "lucide-react";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { cn } from "~/ui/cn.ts";
import { Skeleton } from "~/ui/skeleton.tsx";
import { dayText, PLACE_NAMES, timeText, zoneText } from "../../../../domain/format-booking.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { previewQuery, type TypeDraft, timesOf } from "./api.ts";

const ICONS = { phone: Phone, video: Video, place: MapPin };
const MAX_DAYS = 3;
const MAX_TIMES = 6;

type Props = { id: string | null; draft: TypeDraft; className?: string };

/** The booking page of a meeting type as it is typed. It has nothing to press, so nothing is booked or sent. */
export function MeetingTypePreview({ id, draft, className }: Props) {
  const Place = ICONS[draft.location];
  const questions = draft.questions.map(({ label }) => label.trim()).filter(Boolean);
  return (
    <section aria-label="Preview" className={cn("grid content-start gap-2", className)}>
      <p className="text-ink-3 text-xs">
        {draft.is_active
          ? "What visitors see"
          : "What visitors see once you turn the booking page on. It's off right now."}
      </p>
      <div className="grid gap-3 rounded-card border border-line bg-page p-4 text-13">
        <h3 className="wrap-anywhere font-display font-semibold text-lg leading-tight tracking-tight">
          {draft.name.trim() || <span className="text-ink-3">Name</span>}
        </h3>
        <ul className="grid gap-1.5 text-ink-2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3">
          <li className="flex items-center gap-2">
            <Clock aria-hidden="true" /> {draft.minutes} minutes
          </li>
          <li className="flex items-center gap-2">
            <Place aria-hidden="true" />
            <span className="wrap-anywhere min-w-0">
              {PLACE_NAMES[draft.location]}
              {draft.location === "place" && draft.location_details.trim() && (
                <span className="block">{draft.location_details.trim()}</span>
              )}
            </span>
          </li>
        </ul>
        {draft.description.trim() && (
          <p className="wrap-anywhere line-clamp-6 whitespace-pre-line text-ink-2">{draft.description.trim()}</p>
        )}
        <div className="grid gap-2 border-line-soft border-t pt-3">
          <h4 className="font-medium">Next free times</h4>
          <NextTimes id={id} draft={draft} />
        </div>
        <p className="wrap-anywhere border-line-soft border-t pt-3 text-ink-3 text-xs">
          Asks for {formatNames(["name", "email", draft.location === "phone" ? "phone" : "phone (optional)"])}
          {questions.length > 0 && `, then: ${questions.join(" · ")}`}
        </p>
      </div>
    </section>
  );
}

function NextTimes({ id, draft }: Pick<Props, "id" | "draft">) {
  const asked = useThrottledValue(JSON.stringify(timesOf(draft)), 400);
  const hasHosts = draft.hosts.length > 0;
  const { data, isError, isPlaceholderData } = useQuery({ ...previewQuery(id, JSON.parse(asked)), enabled: hasHosts });
  if (!hasHosts) return <p className="text-ink-3">To see free times, choose who takes the calls.</p>;
  if (isError) return <p className="text-ink-3">The free times couldn't be loaded. You can still save.</p>;
  if (!data) return <Skeleton className="h-24 w-full" />;
  if (data.problem) return <p className="text-ink-3">No times yet. {data.problem}.</p>;
  if (data.times.length === 0)
    return (
      <p className="text-ink-3">
        No free times in the next {draft.horizon_days} days. Check the bookable hours and the hosts' shifts.
      </p>
    );
  const days = Map.groupBy(data.times, (time) => dayText(time * 1000, data.zone).replace(/, \d{4}$/, ""));
  return (
    <div aria-busy={isPlaceholderData} className="grid gap-2.5">
      {[...days].slice(0, MAX_DAYS).map(([day, times]) => (
        <div key={day}>
          <p className="mb-1 text-ink-2 text-xs">{day}</p>
          <ul className="flex flex-wrap gap-1">
            {times.slice(0, MAX_TIMES).map((time) => (
              <li key={time} className="rounded-sm border border-line px-1.5 py-0.5 text-xs tabular-nums">
                {timeText(time * 1000, data.zone)}
              </li>
            ))}
            {times.length > MAX_TIMES && (
              <li className="py-0.5 text-ink-3 text-xs">and {times.length - MAX_TIMES} more</li>
            )}
          </ul>
        </div>
      ))}
      <p className="text-ink-3 text-xs">
        In {zoneText(data.zone)}.{" "}
        {draft.location === "place" ? "Visitors see this zone, too." : "Visitors see their own time zone."}
      </p>
    </div>
  );
}
