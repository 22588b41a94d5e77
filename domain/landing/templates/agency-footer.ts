import type { Block, BlockValue } from "../block-types.ts";
import { links, templateBlock } from "../template.ts";

/** The end of the agency's own pages. Name, email and address are those of app/content/brand.ts. SAMPLE CONTENT. */
export const agencyFooter = (style: Record<string, BlockValue>): Block =>
  templateBlock("footer", {
    name: "Upfunnel",
    text: "Booking and lead-capture systems for people who sell on Instagram and through ads.",
    contact: "228 Harbor Street, Floor 3\nPortland, OR 97209\nhello@upfunnel.example",
    items: links(["All prices", "/pricing"], ["About us", "/about"], ["Contact", "/contact"]),
    legal: "Upfunnel Studio LLC",
    legalItems: links(["Terms", "/terms"], ["Privacy", "/terms#data-and-privacy"]),
    ...style,
  });
