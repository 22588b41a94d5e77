import type { News } from "./api.ts";

/** What is shown of one lead: its latest news, and what came before it. It is unread as long as one of its news is. */
export type NewsGroup = { latest: News; earlier: News[]; unread: News[] };

/** The news by lead, the latest first, and those about requests and payments each alone. `news` has the latest first. */
export function groupNews(news: News[]): NewsGroup[] {
  const all = Map.groupBy(news, ({ event, id, lead_id }) =>
    event === "handed_off" || lead_id === null ? id : lead_id,
  );
  return [...all.values()].flatMap(([latest, ...earlier]) =>
    latest ? [{ latest, earlier, unread: [latest, ...earlier].filter((one) => !one.is_read) }] : [],
  );
}
