import fc from "fast-check";
import { expect, test } from "vitest";
import { addTags, hasTag, MAX_TAG_LENGTH, MAX_TAGS, removeTag, splitTags, tagKey, tidyTag } from "./lead-tags.ts";

const word = fc.stringMatching(/^[A-Za-z0-9é&-]{1,8}$/);
const space = fc.constantFrom(" ", "  ", "\t", "\u00a0", " \n ");
const tag = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")),
);

test("the key of a tag depends on neither case nor spaces, and tidying changes nothing twice", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), space, space, (words, between, around) => {
      const spoken = `${around}${words.join(between)}${around}`;
      expect(tagKey(spoken)).toBe(tagKey(words.join(" ")));
      expect(tagKey(spoken.toUpperCase())).toBe(tagKey(words.join(" ").toUpperCase()));
      expect(tidyTag(tidyTag(spoken))).toBe(tidyTag(spoken));
    }),
  );
});

test("however tags are added and removed, no two are the same, none is blank or too long, and there are never too many", () => {
  const step = fc.record({ tags: fc.array(tag, { maxLength: 30 }), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      let tags: string[] = [];
      for (const { tags: some, remove } of steps) {
        if (!remove) tags = addTags(tags, some);
        else for (const one of some) tags = removeTag(tags, one);
        if (remove) expect(some.some((one) => hasTag(tags, one))).toBe(false);
        expect(new Set(tags.map(tagKey)).size).toBe(tags.length);
        expect(tags.length).toBeLessThanOrEqual(MAX_TAGS);
        for (const one of tags) {
          expect(one).toBe(tidyTag(one));
          expect(one.length).toBeGreaterThan(0);
          expect(one.length).toBeLessThanOrEqual(MAX_TAG_LENGTH);
        }
      }
    }),
  );
});

test("the first spelling of a tag stays", () => {
  expect(addTags(["VIP"], ["vip", " Hot  lead", "hot lead", ""])).toEqual(["VIP", "Hot lead"]);
  expect(splitTags("hot,  vip\n, ,Big  deal")).toEqual(["hot", "vip", "Big deal"]);
  expect(removeTag(["VIP", "Hot lead"], " hot  LEAD ")).toEqual(["VIP"]);
});
