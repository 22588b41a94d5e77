/** Highlights the exact match in a text. */
export function HighlightedText({ text, match }: { text: string; match: string }) {
  const at = match ? text.toLowerCase().indexOf(match) : -1;
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-semibold text-accent-ink">{text.slice(at, at + match.length)}</mark>
      {text.slice(at + match.length)}
    </>
  );
}
