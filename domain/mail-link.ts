/** The address that writes an email to someone. People type addresses, and one with a question mark must not bring a subject. */
export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
