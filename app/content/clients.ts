/** The style of a name, in place of a logo file. */
export type NameFace = "firm" | "caps" | "light" | "mono" | "heavy" | "plain";

/**
 * The ten names of the carousel (spec §2: 3 or 8 of 10). SAMPLE CONTENT: invented, to be replaced by the owner's own clients,
 * with their permission. Names of 9 to 15 letters fit best.
 */
export const clients: readonly { name: string; face: NameFace }[] = [
  { name: "Kiln Aesthetics", face: "firm" },
  { name: "Fieldhouse", face: "caps" },
  { name: "Casa Verbena", face: "light" },
  { name: "northline.pt", face: "mono" },
  { name: "Marrow Co", face: "heavy" },
  { name: "Petra & Sons", face: "plain" },
  { name: "lumen house", face: "light" },
  { name: "Bright Harbor", face: "firm" },
  { name: "Otter & Lane", face: "plain" },
  { name: "Vale Pilates", face: "light" },
];
