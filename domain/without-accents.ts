/** 'Crème brûlée' becomes 'Creme brulee', for comparing what people type. */
export const withoutAccents = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "");
