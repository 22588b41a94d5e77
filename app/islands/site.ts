// The one script of the marketing pages.
export {};
