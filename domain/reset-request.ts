/** Opens the dialog of the sign-in page that sends a link for a new password. */
export const RESET_PARAM = "reset";

/** Where emails lead people who need a new password. */
export const RESET_PATH = `/auth?${RESET_PARAM}=1`;
