import { unprintable } from "../../../../domain/unprintable.ts";

type Props = { texts: readonly (string | null | undefined)[]; className?: string };

/** Says what of these texts the PDF of an invoice can't show. */
export function UnprintableNote({ texts, className }: Props) {
  const left = unprintable(...texts);
  return (
    <p role="status" className={`wrap-anywhere text-13 text-warn-fg empty:hidden ${className ?? ""}`}>
      {left.length > 0 && `The PDF can't show ${left.slice(0, 5).join(", ")}${left.length > 5 ? " and more" : ""}.`}
    </p>
  );
}
