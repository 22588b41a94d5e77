import { BLOCK_KINDS } from "./block-kinds.ts";
import type { Block, BlockItem, ItemsField } from "./block-types.ts";
import { newItem } from "./blocks.ts";
import type { Picture } from "./picture.ts";
import { itemsOf } from "./render-parts.ts";

/** With more, a page loads slowly and its list is hard to handle. */
export const MAX_PICTURES = 100;

/** How many pictures a list still takes. */
export const roomForPictures = (field: ItemsField, items: readonly BlockItem[]): number =>
  Math.max(0, MAX_PICTURES - withoutEmpty(field, items).length);

/** The list with a new item for each picture. Places that no one has filled make room for them. */
export function addPictures(field: ItemsField, items: readonly BlockItem[], pictures: readonly Picture[]): BlockItem[] {
  const room = roomForPictures(field, items);
  return [
    ...withoutEmpty(field, items),
    ...pictures.slice(0, room).map((picture) => ({ ...newItem(field.fields), picture })),
  ];
}

/** A place for pictures in a block: how many it takes, and the block with them. */
export type PicturePlace = { room: number | undefined; put: (block: Block, pictures: readonly Picture[]) => Block };

/** The place at a path such as `picture`, `items.2.picture`, or `items` for a list. Null if the block has no such place. */
export function picturePlace(block: Block, path: string): PicturePlace | null {
  const [first = "", number, name] = path.split(".");
  const field = BLOCK_KINDS[block.type].fields.find((one) => one.name === first);
  if (field?.kind === "picture" && number === undefined)
    return { room: undefined, put: (now, [picture = null]) => ({ ...now, [first]: picture }) };
  if (field?.kind !== "items") return null;
  if (number === undefined)
    return field.takesPictures
      ? {
          room: roomForPictures(field, itemsOf(block, first)),
          put: (now, pictures) => ({ ...now, [first]: addPictures(field, itemsOf(now, first), pictures) }),
        }
      : null;
  const inner = field.fields.find((one) => one.name === name);
  if (!name || inner?.kind !== "picture" || !itemsOf(block, first)[Number(number)]) return null;
  const place = Number(number);
  return {
    room: undefined,
    put: (now, [picture = null]) => ({
      ...now,
      [first]: itemsOf(now, first).map((item, at) => (at === place ? { ...item, [name]: picture } : item)),
    }),
  };
}

function withoutEmpty({ fields }: ItemsField, items: readonly BlockItem[]): BlockItem[] {
  const empty = newItem(fields);
  return items.filter((item) => fields.some(({ name }) => (item[name] ?? empty[name]) !== empty[name]));
}
