const alternatives = new Intl.ListFormat("en-US", { type: "disjunction" });

/** 'Ann, Bob, or Cy': a list is words, so it is English in every region. */
export const formatAlternatives = (names: string[]): string => alternatives.format(names);

const names = new Intl.ListFormat("en-US", { type: "conjunction" });

/** 'Ann, Bob, and Cy'. */
export const formatNames = (list: string[]): string => names.format(list);
