/** The keys of the tested host, so that a journey can also write what no person may, such as a task that is already late. */
export const PROJECT_KEYS = {
  PUBLISHABLE_KEY: "sb_publishable_0123456789abcdefghijkl_01234567",
  SECRET_KEY: "sb_secret_0123456789abcdefghijkl_01234567",
};
