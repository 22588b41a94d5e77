/** The value of `accept` for a saved page. */
export const PAGE_FILE_TYPES = ".html,.htm,.xhtml,text/html";

/** Whether a file is a saved page. Systems that don't know the type of a file still have its name. */
export const isPageFile = ({ name, type }: { name: string; type: string }): boolean =>
  /\.(x?html|htm)$/i.test(name) || /^(text\/html|application\/xhtml\+xml)\b/i.test(type);

/** The HTML of a page. It is decoded by what its server says, then by what the page says, then as UTF-8. */
export function decodePage(body: Uint8Array, type = ""): string {
  const said = /charset\s*=\s*["']?([\w-]+)/i;
  const start = new TextDecoder("latin1").decode(body.slice(0, 2048));
  const name = said.exec(type)?.[1] ?? said.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(name).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
