const ERRORS: Partial<Record<string, string>> = {
  date: "Enter the whole date, or clear it",
  "datetime-local": "Enter the date and the time, or clear both",
  time: "Enter the whole time, or clear it",
};

/**
 * The error of a date or time of which someone typed a part. Its value is empty, so a form can't tell it from one that was left out.
 * Undefined if the input is whole or empty.
 */
export const unfinishedDateError = ({ type, validity }: HTMLInputElement): string | undefined =>
  validity.badInput ? ERRORS[type] : undefined;

/** Stops every form with an unfinished date before its own code runs. The field shows the error: its input gets an `invalid` event. */
export function refuseUnfinishedDates(): void {
  window.addEventListener(
    "submit",
    (event) => {
      if (!(event.target instanceof HTMLFormElement)) return;
      const [first, ...others] = [...event.target.elements].filter(
        (element) => element instanceof HTMLInputElement && unfinishedDateError(element),
      ) as HTMLInputElement[];
      if (!first) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      for (const input of [first, ...others]) input.checkValidity();
      first.focus();
    },
    true,
  );
}
