/**
 * A headline with its lines where its thoughts end: each sentence of several has a line of its own, and a dash stays with
 * the word before it. The letters are the specification's.
 */
export function TierHeadline({ text }: { text: string }) {
  const sentences = text.split(/(?<=\.) /);
  if (sentences.length > 1) return sentences.map((sentence) => <span key={sentence}>{sentence} </span>);
  const [, start = "", word = "", rest = ""] = /^(.* )?(\S+—)(.*)$/.exec(text) ?? [];
  if (word === "") return text;
  return (
    <>
      {start}
      <b>{word}</b>
      <wbr />
      {rest}
    </>
  );
}
