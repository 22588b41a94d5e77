import { formatNames } from "../format-list.ts";

const MAX_NAMED = 3;

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`);
/** '“Send”, “Call us”, “Terms”, and 2 more' */
const listed = (names: readonly string[], separator = ", ") =>
  [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? [`and ${names.length - MAX_NAMED} more`] : [])].join(
    separator,
  );
const sample = (one: string, many: string) => (words: readonly string[]) =>
  words.length === 1
    ? `The ${one} ${words[0]} is only a sample.`
    : `${words.length} ${many} are only samples: ${listed(words, "; ")}.`;
const hasHave = (words: readonly string[], one: string, many: string) =>
  words.length === 1 ? `1 ${one} has` : `${words.length} ${many} have`;

export const SENTENCES = {
  noContact: () => "This page has no form and no booking, so it brings no leads.",
  heroPicture: () => "The hero has no picture.",
  noLines: () => "The hero's illustration has no lines, so visitors don't see it.",
  picture: (words) => `${hasHave(words, "picture block", "picture blocks")} no picture.`,
  emptyGallery: () => "The gallery has no pictures, so visitors don't see it.",
  galleryItem: (words) => `${hasHave(words, "place in the gallery", "places in the gallery")} no picture.`,
  logo: (words) => `${hasHave(words, "logo", "logos")} no picture.`,
  person: (words) => `${hasHave(words, "person", "people")} no picture, so visitors see initials.`,
  altText: (words) => `${hasHave(words, "picture", "pictures")} no alternative text.`,
  farPicture: (words) =>
    words.length === 1
      ? "1 picture loads from another site, so it's gone when that site goes offline."
      : `${words.length} pictures load from another site, so they're gone when that site goes offline.`,
  noTarget: (words) =>
    words.length === 1
      ? `${quoted(words)} leads nowhere.`
      : `${words.length} buttons or links lead nowhere: ${listed(quoted(words))}.`,
  sampleTarget: (words) =>
    words.length === 1
      ? `${quoted(words)} leads to an example address.`
      : `${words.length} buttons or links lead to example addresses: ${listed(quoted(words))}.`,
  noForm: (words) =>
    words.length === 1
      ? `${quoted(words)} leads to a form, but the page has none.`
      : `${words.length} buttons or links lead to a form, but the page has none.`,
  noOptions: (words) =>
    words.length === 1
      ? `${quoted(words)} has no options, so visitors don't see it.`
      : `${words.length} questions have no options, so visitors don't see them: ${listed(quoted(words))}.`,
  emptyStep: (words) =>
    words.length === 1
      ? `The step ${quoted(words)} has no fields, so visitors don't see it.`
      : `${words.length} steps have no fields, so visitors don't see them: ${listed(quoted(words))}.`,
  noLabel: (words) =>
    words.length === 1
      ? "1 form field has no label, so visitors see “Answer”."
      : `${words.length} form fields have no label, so visitors see “Answer”.`,
  repeatedOptions: (words) =>
    words.length === 1
      ? `${quoted(words)} lists an option more than once. Visitors see it once.`
      : `${words.length} questions list an option more than once: ${listed(quoted(words))}. Visitors see it once.`,
  conditionField: (words) =>
    words.length === 1
      ? `${quoted(words)} depends on a field that isn't above it, so it always shows.`
      : `${words.length} questions depend on a field that isn't above them, so they always show: ${listed(quoted(words))}.`,
  conditionAnswer: (words) =>
    words.length === 1
      ? `${quoted(words)} depends on an answer that visitors can't give, so it always shows.`
      : `${words.length} questions depend on an answer that visitors can't give, so they always show: ${listed(quoted(words))}.`,
  openCondition: (words) =>
    words.length === 1
      ? `${quoted(words)} has an unfinished condition, so it always shows.`
      : `${words.length} questions have unfinished conditions, so they always show: ${listed(quoted(words))}.`,
  hiddenLink: (words) =>
    words.length <= MAX_NAMED
      ? `${formatNames(quoted(words))} ${words.length === 1 ? "has" : "have"} no link, so visitors don't see ${words.length === 1 ? "it" : "them"}.`
      : `${words.length} texts have no link, so visitors don't see them: ${listed(quoted(words))}.`,
  countdownOver: () => "The countdown has ended.",
  noDate: () => "The countdown has no date, so visitors don't see it.",
  noMeeting: () => "The booking button has no meeting type, so visitors don't see it.",
  noAddress: () => "The location has no address.",
  noVideo: () => "The video has no valid URL, so visitors don't see it.",
  samplePhone: sample("phone number", "phone numbers"),
  sampleEmail: sample("email address", "email addresses"),
  sampleAddress: sample("address", "addresses"),
  sampleName: sample("name", "names"),
  samplePerson: sample("name", "people's names"),
  sampleCity: sample("city", "cities"),
  samplePrice: sample("price", "prices"),
  sampleHours: () => "The opening hours are only samples.",
  placeholder: (words) =>
    words.length === 1
      ? `${quoted(words)} is a placeholder.`
      : `${words.length} texts are placeholders: ${listed(quoted(words))}.`,
} satisfies Record<string, (words: readonly string[]) => string>;
