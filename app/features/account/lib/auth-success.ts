/** Spec §8 gives these texts to the letter. */
export const AUTH_SUCCESS = {
  signIn: "Welcome back!",
  signUp: "Account created! Please check your email for confirmation.",
  resetEmail: "Password reset email sent! Check your inbox.",
  passwordUpdate: "Password updated successfully!",
  confirmationEmail: "Confirmation email sent! Check your inbox.",
} as const;
