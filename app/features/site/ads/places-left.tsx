import { places } from "~/content/tier-pages/ads.ts";

/** A real limit: the places of a course, counted from the calendar. */
export function PlacesLeft() {
  const all = Array.from({ length: places.total }, (_, place) => place);
  return (
    <div className="places-left">
      <p>
        {places.label}
        <b>{places.total - places.taken} left</b>
      </p>
      <div>
        {all.map((place) => (
          <i key={place} className={place < places.taken ? "place-taken" : undefined} />
        ))}
      </div>
    </div>
  );
}
