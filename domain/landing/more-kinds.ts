import type { BlockKind, BlockType, PlainField } from "./block-types.ts";
import { ADDRESS_HINT, address, button, heading, intro, line, picture, rich } from "./common-fields.ts";
import { type Variants, variants } from "./style-fields.ts";

export type MoreType = Extract<
  BlockType,
  "columns" | "gallery" | "steps" | "comparison" | "logos" | "team" | "countdown" | "booking" | "map" | "footer"
>;

export const MORE_VARIANTS: Record<MoreType, Variants> = {
  columns: variants("plain", "Plain", "lines", "Lines", "panels", "Panels"),
  gallery: variants("grid", "Grid", "mosaic", "Mosaic", "strip", "Strip"),
  steps: variants("line", "In a line", "rail", "Timeline", "cards", "Cards"),
  comparison: variants("table", "Table", "column", "Raised column", "sides", "Two lists"),
  logos: variants("row", "Row", "grid", "Grid", "plates", "White plates"),
  team: variants("portraits", "Portraits", "round", "Round", "rows", "Rows"),
  countdown: variants("open", "Open", "tiles", "Tiles", "bar", "Bar"),
  booking: variants("band", "Band", "card", "Card", "split", "With details"),
  map: variants("card", "Card", "split", "Half and half", "line", "One line"),
  footer: variants("row", "Row", "columns", "Columns", "stack", "Stacked"),
};

const link: readonly PlainField[] = [line("label", "Link text"), address("href", "Link")];

/** What the blocks contain that pages could always have had as HTML only. */
export const MORE_KINDS: Record<MoreType, BlockKind> = {
  columns: {
    label: "Columns",
    about: "Two to four columns of text, with pictures",
    fields: [
      heading("Two ways to work with us"),
      intro,
      {
        name: "items",
        label: "Columns",
        kind: "items",
        itemLabel: "column",
        title: "title",
        first: [
          { picture: null, title: "The first way", text: "What it is and who it's for.", button: "", href: "" },
          { picture: null, title: "The second way", text: "What it is and who it's for.", button: "", href: "" },
        ],
        fields: [
          picture,
          line("title", "Title"),
          rich("text", "Text"),
          {
            name: "mark",
            label: "List marks",
            kind: "choice",
            defaultValue: "check",
            options: [
              { value: "check", label: "Check marks" },
              { value: "cross", label: "Crosses" },
              { value: "dot", label: "Dots" },
            ],
          },
          line("button", "Link text"),
          address("href", "Link", ADDRESS_HINT),
        ],
      },
    ],
  },
  gallery: {
    label: "Gallery",
    about: "Pictures side by side",
    fields: [
      heading("A look inside"),
      intro,
      {
        name: "items",
        label: "Pictures",
        kind: "items",
        itemLabel: "picture",
        takesPictures: true,
        title: "caption",
        first: [],
        fields: [picture, line("caption", "Caption")],
      },
    ],
  },
  steps: {
    label: "Steps",
    about: "What happens, in order",
    fields: [
      heading("How it works"),
      intro,
      {
        name: "items",
        label: "Steps",
        kind: "items",
        itemLabel: "step",
        title: "title",
        first: [
          { title: "You send the form", detail: "2 minutes", text: "Tell us what you need and when." },
          { title: "We call you", detail: "", text: "We answer your questions and set a date." },
          { title: "We meet", detail: "", text: "You know the price before we begin." },
        ],
        fields: [line("title", "Title"), line("detail", "When or how long"), rich("text", "Text")],
      },
    ],
  },
  comparison: {
    label: "Comparison",
    about: "Your way next to another",
    fields: [
      heading("How we compare"),
      intro,
      line("ours", "Your column", "With us"),
      line("theirs", "Other column", "On your own"),
      {
        name: "items",
        label: "Rows",
        kind: "items",
        itemLabel: "row",
        title: "label",
        first: [
          { label: "A fixed price", ours: "Yes", theirs: "No" },
          { label: "Time to the first result", ours: "Two weeks", theirs: "Two months" },
        ],
        fields: [
          line("label", "Point"),
          line("ours", "Your column", "", "Yes and No appear as marks."),
          line("theirs", "Other column"),
        ],
      },
      line("note", "Note below", "", "For example, where the figures are from"),
    ],
  },
  logos: {
    label: "Logos",
    about: "Companies you work with",
    fields: [
      heading("Companies we work with"),
      {
        name: "items",
        label: "Logos",
        kind: "items",
        itemLabel: "logo",
        takesPictures: true,
        title: "name",
        first: [
          { picture: null, name: "First company", href: "" },
          { picture: null, name: "Second company", href: "" },
          { picture: null, name: "Third company", href: "" },
        ],
        fields: [picture, line("name", "Name", "", "Shown if there's no picture."), address("href", "Link")],
      },
    ],
  },
  team: {
    label: "Team",
    about: "The people behind the offer",
    fields: [
      heading("The people you'll meet"),
      intro,
      {
        name: "items",
        label: "People",
        kind: "items",
        itemLabel: "person",
        takesPictures: true,
        title: "name",
        first: [
          { picture: null, name: "First and last name", role: "What they do", text: "" },
          { picture: null, name: "First and last name", role: "What they do", text: "" },
        ],
        fields: [picture, line("name", "Name"), line("role", "Role"), rich("text", "Text")],
      },
    ],
  },
  countdown: {
    label: "Countdown",
    about: "The time until a date that never moves",
    fields: [
      heading("The offer ends soon"),
      intro,
      { name: "date", label: "Date", kind: "date", defaultValue: "" },
      { name: "time", label: "Time", kind: "time", defaultValue: "18:00" },
      { name: "zone", label: "Time zone", kind: "zone", defaultValue: "America/New_York" },
      line("then", "What changes after the date", "After that, the regular price applies.", "Always shown."),
      line("over", "Text after the date", "This offer has ended.", "Replaces the countdown and the button."),
      button(""),
      address("href", "Button link", ADDRESS_HINT, "#form"),
    ],
  },
  booking: {
    label: "Booking",
    about: "A link to your free times",
    fields: [
      heading("Pick a time that works for you"),
      { ...intro, defaultValue: "See every free time and get an email confirmation right away." },
      { name: "meeting", label: "Meeting type", kind: "meeting", defaultValue: "" },
      button("See free times"),
      { name: "facts", label: "Details, one per line", kind: "text", defaultValue: "" },
      line("note", "Note below the button"),
    ],
  },
  map: {
    label: "Location",
    about: "An address, hours, and a link to a map",
    fields: [
      heading("Where to find us"),
      intro,
      line("name", "Name", ""),
      {
        name: "address",
        label: "Address",
        kind: "text",
        defaultValue: "",
        hint: "The button opens it in Google Maps. The page itself loads no map.",
      },
      {
        name: "items",
        label: "Hours",
        kind: "items",
        itemLabel: "line",
        title: "days",
        first: [],
        fields: [line("days", "Days"), line("hours", "Hours")],
      },
      button("Get directions"),
      address("href", "Map link", "Optional. Without one, the link searches for the address."),
      { ...picture, label: "Picture instead of the drawing" },
    ],
  },
  footer: {
    label: "Footer",
    about: "Contact and legal links",
    fields: [
      line("name", "Name"),
      rich("text", "Text"),
      { name: "contact", label: "Contact", kind: "text", defaultValue: "" },
      {
        name: "items",
        label: "Links",
        kind: "items",
        itemLabel: "link",
        title: "label",
        first: [],
        fields: link,
      },
      line("legal", "Legal line", "", "For example, the registered name and number"),
      {
        name: "legalItems",
        label: "Legal links",
        kind: "items",
        itemLabel: "legal link",
        title: "label",
        first: [
          { label: "Privacy", href: "" },
          { label: "Terms", href: "" },
          { label: "Legal notice", href: "" },
        ],
        fields: [link[0] as PlainField, address("href", "Link", "A link without an address isn't shown.")],
      },
    ],
  },
};
