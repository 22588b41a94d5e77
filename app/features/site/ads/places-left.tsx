import { places } from "~/content/tier-pages/ads.ts";
import styles from "./ads-drawings.module.css";

/** A real limit: the places of a course, counted from the calendar. */
export function PlacesLeft() {
  const all = Array.from({ length: places.total }, (_, place) => place);
  return (
    <div className={styles.placesLeft}>
      <p>
        {places.label}
        <b>{places.total - places.taken} left</b>
      </p>
      <div>
        {all.map((place) => (
          <i key={place} className={place < places.taken ? styles.placeTaken : undefined} />
        ))}
      </div>
    </div>
  );
}
