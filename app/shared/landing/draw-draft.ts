import type { LandingDraft } from "./landing-draft.ts";

/** PLACEHOLDER until the renderer of landing pages is here. */
export function drawDraft(draft: LandingDraft): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${draft.title}</title><body>${draft.content}</body></html>`;
}
