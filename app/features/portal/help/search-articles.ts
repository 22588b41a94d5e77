import type { Article, ArticleGroup, Block } from "~/content/help/article.ts";

/** The articles that contain every word of the query, with title matches first. Without a query, all groups. */
export function searchArticles(groups: readonly ArticleGroup[], query: string): ArticleGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  const rank = (article: Article) => (words.every((word) => article.title.toLowerCase().includes(word)) ? 0 : 1);
  return groups
    .map((group) => ({
      ...group,
      articles: group.articles
        .filter((article) => words.every((word) => textOf(article, group.title).includes(word)))
        .toSorted((one, other) => rank(one) - rank(other)),
    }))
    .filter(({ articles }) => articles.length > 0)
    .toSorted((one, other) => Math.min(...one.articles.map(rank)) - Math.min(...other.articles.map(rank)));
}

function textOf({ title, words, body }: Article, group: string): string {
  return [group, title, words, ...body.map(textOfBlock)].join(" ").toLowerCase();
}

function textOfBlock(block: Block): string {
  if (typeof block === "string") return block;
  if ("steps" in block) return block.steps.join(" ");
  return "points" in block ? block.points.join(" ") : block.code;
}
