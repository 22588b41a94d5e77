import { rpc } from "~/shared/api.ts";

export type Figures = {
  key: string;
  views: number;
  visitors: number;
  submissions: number;
  /** Submissions for each visitor; null without visitors: unknown is not zero. */
  conversion: number | null;
};
export type Stats = { total: Figures; days: Figures[]; sources: Figures[]; versions: Figures[] };

const ZERO_FIGURES: Figures = { key: "all", views: 0, visitors: 0, submissions: 0, conversion: null };

/** A page's figures of the last days, today included; days are those of UTC. Throws ServiceError. */
export async function loadStats(pageId: string, days: number): Promise<Stats> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const rows = await rpc("landing_page_stats", { p_page_id: pageId, p_from: day(days - 1), p_to: day(0) });
  const of = (kind: string): Figures[] =>
    rows
      .filter(({ by }) => by === kind)
      .map((row) => ({ ...row, conversion: row.visitors > 0 ? row.conversion : null }));
  return { total: of("total")[0] ?? ZERO_FIGURES, days: of("day"), sources: of("source"), versions: of("version") };
}
