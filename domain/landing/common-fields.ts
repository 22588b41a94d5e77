import type { PlainField } from "./block-types.ts";

/** Fields that several kinds of blocks have. */
export const heading = (first: string): PlainField => ({
  name: "heading",
  label: "Heading",
  kind: "line",
  defaultValue: first,
});
export const intro: PlainField = { name: "text", label: "Subheading", kind: "text", rich: true, defaultValue: "" };
export const button = (first: string): PlainField => ({
  name: "button",
  label: "Button",
  kind: "line",
  defaultValue: first,
});
export const line = (name: string, label: string, first = "", hint?: string): PlainField => ({
  name,
  label,
  kind: "line",
  defaultValue: first,
  ...(hint && { hint }),
});
export const rich = (name: string, label: string, first = "", hint?: string): PlainField => ({
  name,
  label,
  kind: "text",
  rich: true,
  defaultValue: first,
  ...(hint && { hint }),
});
export const picture: PlainField = { name: "picture", label: "Picture", kind: "picture" };
export const ADDRESS_HINT = "#form scrolls to this page's form. Or use https://…, mailto:…, or tel:…";
export const address = (name: string, label: string, hint?: string, first = ""): PlainField => ({
  name,
  label,
  kind: "address",
  ...(hint && { hint }),
  defaultValue: first,
});
