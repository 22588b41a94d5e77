/** Whether a text, such as one from a URL or a form, is a day of the calendar: '2026-02-28', but not '2026-02-30'. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= "0001" && new Date(text).toJSON()?.startsWith(text) === true;
