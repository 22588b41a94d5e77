import type { BlockItem, ItemsField } from "./block-types.ts";
import { newItem } from "./blocks.ts";
import type { Picture } from "./picture.ts";

/** With more, a page loads slowly and its list is hard to handle. */
export const MAX_PICTURES = 100;

/** How many pictures a list still takes. */
export const roomForPictures = (field: ItemsField, items: readonly BlockItem[]): number =>
  Math.max(0, MAX_PICTURES - withoutEmpty(field, items).length);

/** The list with a new item for each picture. Places that nobody has filled make room for them. */
export function addPictures(field: ItemsField, items: readonly BlockItem[], pictures: readonly Picture[]): BlockItem[] {
  const room = roomForPictures(field, items);
  return [
    ...withoutEmpty(field, items),
    ...pictures.slice(0, room).map((picture) => ({ ...newItem(field.fields), picture })),
  ];
}

function withoutEmpty({ fields }: ItemsField, items: readonly BlockItem[]): BlockItem[] {
  const empty = newItem(fields);
  return items.filter((item) => fields.some(({ name }) => (item[name] ?? empty[name]) !== empty[name]));
}
