/** '9 AM', with a non-breaking space. The hour is on a 24-hour clock; 24 is midnight. */
export const hourName = (hour: number) => `${hour % 12 || 12}\u00a0${hour % 24 < 12 ? "AM" : "PM"}`;
