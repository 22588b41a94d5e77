/** As the library reads it. Tests set the least. */
const COST = Math.min(31, Math.max(4, Math.trunc(Number(process.env["LITE_AUTH_BCRYPT_COST"]) || 10)));

/** The hash of an unknown random text, with the library's cost, so that unknown accounts take as long as known ones. */
export const DUMMY_HASH = `$2b$${String(COST).padStart(2, "0")}$TzFXRIlDfDxFzaC7Xu/FL.D7sCmfO0PchrdWdVE8sx9eix/8TsSSi`;
