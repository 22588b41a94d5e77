import pLimit from "p-limit";

/** The most pixels of one image, all frames together. A small file can claim any number of them. */
export const MAX_PIXELS = 50_000_000;

type Sharp = typeof import("sharp")["default"];

let loading: Promise<Sharp> | undefined;

/** Loads the image library on first use, so that a host without images does not pay for it. */
export function loadSharp(): Promise<Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // One image at a time on one thread: pages must stay fast while an image is resized.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** Images wait for each other, because each may take hundreds of megabytes. */
export const oneImageAtATime: <Result>(work: () => Promise<Result>) => Promise<Result> = pLimit(1);
