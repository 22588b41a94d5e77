const ADDRESS = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]}'’])/gi;

/** Text that a person wrote. Web addresses in it are links, which open in a new tab. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <a key={at} href={part} target="_blank" rel="noreferrer nofollow" className="underline underline-offset-2">
        {part}
      </a>
    ),
  );
}
