/** Characters of a tag. The database refuses longer ones. */
export const MAX_TAG_LENGTH = 40;
/** Tags of one lead. */
export const MAX_TAGS = 50;

/** A tag without spaces around it, and with single spaces inside. */
export const tidyTag = (tag: string): string => tag.replace(/[\s\u00a0]+/g, " ").trim();

/** Two tags with the same key are the same tag: case and spaces do not count. Same rule as `private.tag_key`. */
export const tagKey = (tag: string): string => tidyTag(tag).toLowerCase();

/** Splits typed or pasted text at commas and line ends. */
export const splitTags = (text: string): string[] =>
  text
    .split(/[,\n\r]+/)
    .map(tidyTag)
    .filter(Boolean);

/** Why a tag cannot be added to these tags, or null. */
export function tagProblem(tag: string, tags: readonly string[]): string | null {
  if (tidyTag(tag).length > MAX_TAG_LENGTH) return `A tag can have up to ${MAX_TAG_LENGTH} characters`;
  if (tags.length >= MAX_TAGS && !hasTag(tags, tag)) return `A lead can have up to ${MAX_TAGS} tags`;
  return null;
}

/** Whether a tag is among these tags, in any spelling. */
export const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((known) => tagKey(known) === tagKey(tag));

/** Adds tags in their order. Blank, known and impossible ones are left out. */
export function addTags(tags: readonly string[], more: readonly string[]): string[] {
  const all = [...tags];
  for (const tag of more.map(tidyTag)) if (tag && !hasTag(all, tag) && !tagProblem(tag, all)) all.push(tag);
  return all;
}

export const removeTag = (tags: readonly string[], tag: string): string[] =>
  tags.filter((known) => tagKey(known) !== tagKey(tag));
