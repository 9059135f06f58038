/** Texts of the page of members and invitations. */
import type { Member } from '@innkeeper/sdk/index';

type Role = Member['role'];

export const ROLE_WORDS: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Administrator',
  billing: 'Billing',
  technical: 'Technical',
  'read-only': 'Read only',
};

/** Abilities of each role in words, as in the API. */
export const ROLE_ABILITIES: Record<Role, string> = {
  owner: 'May do everything, and also hand over or close the account.',
  admin: 'Runs servers, orders and pays, and manages members. Cannot hand over or close the account.',
  billing: 'Orders renewals, pays, and writes to the support. Sees servers and changes none.',
  technical: 'Runs servers and what belongs to them, and writes to the support. Orders and pays nothing.',
  'read-only': 'Sees everything and changes nothing.',
};

export const texts = {
  title: 'Team',
  members: 'Members',
  signIn: 'Company sign-in',
  supportAccess: 'Support access',
  columns: { name: 'Member', email: 'Email address', role: 'Role', joined: 'Joined', acts: 'Acts' },
  you: 'you',
  factorOn: 'Second factor',
  factorOff: 'No second factor',
  offered: (day: string) => `ownership offered until ${day}`,
  acts: (name: string) => `Acts of ${name}`,
  alone: 'You are the only member.',

  invite: 'Invite',
  inviteTitle: 'Invite a colleague',
  inviteWhat: 'They get a mail with a link that works once, for 7 days.',
  email: 'Email address',
  role: 'Role',
  invited: (email: string) => `The invitation to ${email} is on its way.`,
  open: 'Open invitations',
  invitationColumns: { email: 'Email address', state: 'State', role: 'Role', by: 'Invited by', acts: 'Acts' },
  valid: (day: string) => `valid until ${day}`,
  expired: (day: string) => `expired on ${day}`,
  nobody: 'a former member',
  resend: 'Send again',
  withdraw: 'Withdraw',
  withdrawn: (email: string) => `The invitation to ${email} is withdrawn. Its link no longer works.`,

  change: 'Change the role',
  changeTitle: 'Change the role of',
  save: 'Change the role',
  sameRole: 'Choose another role first.',
  ownerRole: 'The role of the owner cannot be changed. Hand over the ownership first.',
  ownRoleWarning: 'This is your own role. You cannot undo this change yourself.',
  remove: 'Remove',
  leave: 'Leave the account',
  removeTitle: 'Remove',
  ownerStays: 'The owner cannot be removed. Hand over the ownership first.',
  lossAccess: 'Their sign-ins and tokens for this account end at once.',
  lossOwnAccess: 'Your sign-ins and tokens for this account end at once.',
  lossAgain: 'To come back, they need a new invitation.',
  lossOwnAgain: 'To come back, you need a new invitation.',

  offer: 'Hand over the ownership',
  offerTitle: 'Hand over the ownership to',
  offerWhat: 'They can accept it within 7 days. Nothing changes until then, and you can withdraw the offer.',
  offerThen: 'After that they own the account, and you are an administrator.',
  offerButton: 'Offer the ownership',
  isOwner: 'This member is the owner.',
  offerOther: 'Another offer is open. This one replaces it.',
  withdrawOffer: 'Withdraw the offer of ownership',
  offerWithdrawn: 'The offer is withdrawn.',
  toYou: (day: string) => `The owner offers you the ownership of this account. You can accept it until ${day}.`,
  accept: 'Accept the ownership',
  acceptWhat: 'You then own the account, with its balance and its open payments. The current owner becomes an administrator.',
  decline: 'Decline',
  declined: 'The offer is declined.',
  accepted: 'You own this account now.',
} as const;
