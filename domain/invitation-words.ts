type Invitation = { by: string | null | undefined; account: string };

/** An account without a company carries its owner's name, and a sentence says a name once. */
const carriesName = ({ by, account }: Invitation) => by?.trim().toLowerCase() === account.trim().toLowerCase();

/** 'Mia Olsen invited you to Northside Dental', or 'Mia Olsen invited you to their account'. */
export const invitedTo = (invitation: Invitation): string =>
  `${invitation.by ?? "We"} invited you to ${carriesName(invitation) ? "their account" : invitation.account}`;

/** What people join: 'Northside Dental', or 'Mia Olsen's account'. */
export const joinedAccount = (invitation: Invitation): string =>
  carriesName(invitation) ? `${invitation.account}'s account` : invitation.account;
