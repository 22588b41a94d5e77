import type { Article, ArticleGroup, Block } from "~/content/help/article.ts";
import { isOneErrorOff } from "../../../../domain/typing-error.ts";

/** An article, and the part of its text that the query is about. */
export type FoundArticle = { article: Article; passage: string | null };

const PASSAGE_LENGTH = 150;

/** The words of a query, in lower case. */
export const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * The articles that contain every word of the query: matches of the title first, then of the synonyms, then of the text. If there are
 * none, each word may have one typo.
 */
export function searchArticles(groups: readonly ArticleGroup[], query: string): FoundArticle[] {
  const words = wordsOf(query);
  const found = ranked(groups, words, isIn);
  return found.length > 0 ? found : ranked(groups, words, isAlmostIn);
}

/** Whether a text has a word: as a whole, or within others. */
type Matches = (word: string, text: string, parts: string[]) => boolean;
const isIn: Matches = (word, text) => text.includes(word);
const isAlmostIn: Matches = (word, text, parts) =>
  text.includes(word) || parts.some((part) => isOneErrorOff(word, part));

function ranked(groups: readonly ArticleGroup[], words: string[], matches: Matches): FoundArticle[] {
  return groups
    .flatMap((group) =>
      group.articles.map((article) => ({ article, rank: rankOf(article, group.title, words, matches), passage: null })),
    )
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ article }) => ({ article, passage: passageOf(article, words) }));
}

/** A whole word counts more than a part of one. Infinite without a match. */
function rankOf(article: Article, group: string, words: string[], matches: Matches): number {
  const places = [article.title, article.words ?? "", textsOf(article).join(" "), group];
  let known = "";
  for (const [at, place] of places.entries()) {
    known += ` ${place.toLowerCase()}`;
    const parts = known.split(/[^\p{L}\p{N}-]+/u);
    if (words.every((word) => parts.includes(word))) return 2 * at;
    if (words.every((word) => matches(word, known, parts))) return 2 * at + 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** The first part of the text with the most of the words, cut at spaces. Null when only title or synonyms match. */
function passageOf(article: Article, words: string[]): string | null {
  const count = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  const best = textsOf(article).reduce((most, text) => (count(text) > count(most) ? text : most), "");
  if (best.length <= PASSAGE_LENGTH) return best || null;
  const at = Math.min(...words.map((word) => best.toLowerCase().indexOf(word)).filter((place) => place >= 0));
  const sentence = best.lastIndexOf(". ", at);
  const start =
    at < PASSAGE_LENGTH / 2
      ? 0
      : at - sentence < PASSAGE_LENGTH / 2
        ? sentence + 2
        : best.lastIndexOf(" ", at - 50) + 1;
  const cut = best.slice(start, start + PASSAGE_LENGTH);
  const isEnd = start + PASSAGE_LENGTH >= best.length;
  return `${start > 0 ? "… " : ""}${isEnd ? cut : `${cut.slice(0, cut.lastIndexOf(" "))} …`}`;
}

const textsOf = ({ body }: Article): string[] => body.flatMap(textsOfBlock);

function textsOfBlock(block: Block): readonly string[] {
  if (typeof block === "string") return [block];
  if ("steps" in block) return block.steps;
  return "points" in block ? block.points : [block.code];
}
