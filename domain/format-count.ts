const numbers = new Intl.NumberFormat("en");

/** '1,240' */
export const formatCount = (count: number): string => numbers.format(count);
