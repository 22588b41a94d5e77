export type NotionCheck = { valid: boolean; text: string };

/** Spec §5: the form's hint while someone types a dashboard's address. It advises and never blocks. */
export function checkNotionUrl(address: string): NotionCheck {
  if (address.trim() === "") return { valid: false, text: "URL is required" };
  if (!address.includes("notion.so")) return { valid: false, text: "Must be a valid Notion URL" };
  if (!address.includes("share") && !address.includes("embed"))
    return { valid: false, text: "URL must be publicly shared. Please share your Notion page to web." };
  return { valid: true, text: "Valid Notion URL" };
}
