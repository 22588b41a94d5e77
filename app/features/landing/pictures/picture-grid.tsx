import { cn } from "~/ui/cn.ts";
import { pictureThumbnail } from "../../../../domain/landing/picture.ts";
import type { LibraryPicture } from "./api.ts";

type Props = {
  pictures: readonly LibraryPicture[];
  chosen: readonly string[];
  /** Whether several are chosen, in an order. */
  isNumbered: boolean;
  outdated: boolean;
  onChoose: (name: string) => void;
};

/** The name of a file without the random part before it: 'team.jpg'. */
export const displayName = (name: string): string => name.replace(/^(?:.*\/)?[0-9a-f]{8}-(?=.)/, "");

export function PictureGrid({ pictures, chosen, isNumbered, outdated, onChoose }: Props) {
  return (
    <ul
      aria-label="Pictures"
      aria-busy={outdated || undefined}
      className={cn("grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2", outdated && "opacity-60")}
    >
      {pictures.map(({ name, src, alt, focus_x, focus_y }) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-pressed={chosen.includes(name)}
            onClick={() => onChoose(name)}
            className={cn(
              "relative grid w-full min-w-0 cursor-pointer gap-1 rounded-card border border-line p-1 text-left hover:bg-hover",
              chosen.includes(name) && "border-ink ring-1 ring-ink",
            )}
          >
            <img
              src={pictureThumbnail(src)}
              alt=""
              loading="lazy"
              decoding="async"
              style={{ objectPosition: `${focus_x ?? 50}% ${focus_y ?? 50}%` }}
              className="aspect-4/3 w-full rounded-ctl bg-sunken object-cover"
              // A hosted project may make no sizes.
              onError={({ currentTarget }) => {
                if (!currentTarget.src.endsWith(src)) currentTarget.src = src;
              }}
            />
            {isNumbered && chosen.includes(name) && (
              <span
                aria-hidden="true"
                className="num absolute top-2 right-2 grid h-6 min-w-6 place-items-center rounded-full bg-ink px-1.5 font-medium text-page text-xs"
              >
                {chosen.indexOf(name) + 1}
              </span>
            )}
            <span className="truncate px-0.5 text-xs" title={displayName(name)}>
              {displayName(name)}
            </span>
            {alt && <span className="sr-only">{alt}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
