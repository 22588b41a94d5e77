import { Fragment } from "react";

/** An email address that wraps after its "@" or a period, and within a word only if that is not enough. */
export function EmailText({ address }: { address: string }) {
  return address.split(/(?<=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
