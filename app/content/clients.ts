/** How a name is set, in place of a logo file. */
export type NameFace = "firm" | "caps" | "light" | "mono" | "heavy" | "plain";

/**
 * The ten names of the carousel (spec §2: 3 or 8 of 10). SAMPLE CONTENT: invented, to be replaced by the owner's own
 * clients, with their permission. Names up to 16 letters fit their place.
 */
export const clients: readonly { name: string; face: NameFace }[] = [
  { name: "Kiln Aesthetics", face: "firm" },
  { name: "Fieldhouse", face: "caps" },
  { name: "Casa Verbena", face: "light" },
  { name: "northline/", face: "mono" },
  { name: "Marrow", face: "heavy" },
  { name: "Petra & Sons", face: "plain" },
  { name: "lumen", face: "light" },
  { name: "Bright Harbor", face: "firm" },
  { name: "Otter Lane", face: "plain" },
  { name: "Vale Pilates", face: "light" },
];
