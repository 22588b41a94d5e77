/** The hash of an unknown random text, with the library's cost, so that unknown accounts take as long as known ones. */
export const DUMMY_HASH = "$2b$10$TzFXRIlDfDxFzaC7Xu/FL.D7sCmfO0PchrdWdVE8sx9eix/8TsSSi";
