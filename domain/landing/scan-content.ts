import { type Token, Tokenizer, TokenizerMode } from "parse5";

/** The position of a marked form in the content, its author's success message, and what follows a sent form. */
export type MarkedForm = {
  start: number;
  nameEnd: number;
  end: number;
  done: string | undefined;
  next: string;
  to: string;
  /** Whether its author wants no call to be offered after sending. */
  hasNoCall: boolean;
  /** Whether it comes from a form block, and not from its author's own HTML. */
  isBlock: boolean;
};
export type ScanResult = {
  forms: MarkedForm[];
  hasHeading: boolean;
  hasMain: boolean;
  hasFooter: boolean;
  closing: string;
};

const RAW: Record<string, number> = {
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
};
/** If these stay open, they swallow everything after the content. */
const SKIPPED_ELEMENTS = new Set([
  "template",
  "svg",
  "math",
  "select",
  "table",
  "object",
  "noscript",
  "video",
  "audio",
  "canvas",
]);
const CLOSING_BY_ERROR: Record<string, string> = {
  "eof-in-comment": "-->",
  "eof-in-script-html-comment-like-text": "-->",
  "eof-in-cdata": "]]>",
  "eof-in-doctype": ">",
};

/**
 * Tokenizes a page's HTML as browsers do. It finds the marked forms, and the text that must follow the content so that
 * nothing after it is swallowed. It never changes the content. The time is linear in the length for any input.
 */
export function scanContent(content: string): ScanResult {
  let closing = "";
  for (let round = 0; round < 5; round += 1) {
    const pass = readTokens(content + closing);
    const more = pass.error === "eof-in-tag" ? tagEnd(content + closing) : closingTextOf(pass, content + closing);
    if (!more) return { ...pass.scan, closing: closing + pass.openElements };
    closing += more;
  }
  return { ...readTokens(content + closing).scan, closing };
}

type TokenPass = {
  scan: Omit<ScanResult, "closing">;
  error: string;
  raw: string;
  openElements: string;
  bogus: boolean;
};

function closingTextOf({ error, raw, bogus }: TokenPass, text: string): string {
  const known = CLOSING_BY_ERROR[error];
  if (known) return known;
  if (error === "eof-before-tag-name" && text.endsWith("</")) return ">";
  if (bogus) return ">";
  return raw && raw !== "plaintext" ? `</${raw}>` : "";
}

/** The text that closes an unfinished tag. It depends on whether the tag ended inside quotes. */
function tagEnd(text: string): string {
  const tail = text.slice(Math.max(0, text.length - 100_000));
  return (
    [">", '">', "'>"].find((end) => readTokens(text + end).error !== "eof-in-tag") ?? (tail.includes("<") ? ">" : "")
  );
}

function readTokens(text: string): TokenPass {
  const scan: Omit<ScanResult, "closing"> = { forms: [], hasHeading: false, hasMain: false, hasFooter: false };
  const open: string[] = [];
  const count = new Map<string, number>();
  let quotes = 0;
  let error = "";
  let raw = "";
  let bogus = false;
  const add = (name: string, by: number) => count.set(name, (count.get(name) ?? 0) + by);
  const isForeign = () => (count.get("svg") ?? 0) + (count.get("math") ?? 0) > 0 && !count.get("foreignobject");

  const ignore = () => undefined;
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onComment: ({ location }) => {
        bogus = location?.endOffset === text.length && !text.endsWith(">");
      },
      onDoctype: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
      onParseError: ({ code }) => {
        if (code.startsWith("eof-")) error = code;
      },
      onStartTag(token) {
        const name = token.tagName;
        if (name === "h1" && !count.get("template")) scan.hasHeading = true;
        if (name === "main") scan.hasMain = true;
        if (name === "footer" && quotes === 0 && !count.get("template")) scan.hasFooter = true;
        // The footers of quotes and articles are not the page's.
        if (name === "blockquote" || name === "article") quotes += 1;
        if (name === "form") recordForm(token, scan.forms);
        const mode = isForeign() ? undefined : RAW[name];
        if (mode !== undefined) {
          tokenizer.state = mode as typeof tokenizer.state;
          raw = name;
        } else if (!token.selfClosing && (SKIPPED_ELEMENTS.has(name) || name === "foreignobject")) {
          open.push(name);
          add(name, 1);
        }
        tokenizer.inForeignNode = isForeign();
      },
      onEndTag({ tagName }) {
        raw = "";
        if (tagName === "blockquote" || tagName === "article") quotes = Math.max(0, quotes - 1);
        while (count.get(tagName)) {
          const last = open.pop() ?? "";
          add(last, -1);
          if (last === tagName) break;
        }
        tokenizer.inForeignNode = isForeign();
      },
    },
  );
  tokenizer.write(text, true);
  const openElements = open
    .reverse()
    .map((name) => `</${name}>`)
    .join("");
  return { scan, error, raw, openElements, bogus };
}

function recordForm({ attrs, location }: Token.TagToken, forms: MarkedForm[]): void {
  if (!location || !attrs.some(({ name }) => name === "data-lead-form")) return;
  const value = (wanted: string) => attrs.find(({ name }) => name === wanted)?.value;
  const { startOffset, endOffset } = location;
  forms.push({
    start: startOffset,
    nameEnd: startOffset + "<form".length,
    end: endOffset,
    done: value("data-done"),
    next: value("data-next") ?? "",
    to: value("data-to") ?? "",
    hasNoCall: value("data-no-call") !== undefined,
    isBlock: value("class") === "lp-fields",
  });
}
