/** The data of mails about users, their sign-in and their accounts. */

/** `address`: IP address of the requester. */
interface EmailChangeData {
  before: string;
  after: string;
  link: string;
  until: number;
  address: string;
}

/** Data by template name. Times are Unix times in milliseconds. */
export interface MailDataOfUsers {
  /** Two-factor authentication of the reader, disabled by support. */
  'two-factor-reset': { at: number };
  /** Two-factor authentication that an access token enabled. `hint`: first letters of the token. `until`: its end, unless a session proves it. */
  'two-factor-by-token': { token: string; hint: string; at: number; until: number };
  /** A new session. `browser`: name that the browser sends. */
  'new-sign-in': { at: number; address: string; browser: string };
  /** Second factor of a user without an authenticator app. `address`: IP address of the requester. */
  'sign-in-code': { code: string; minutes: number; address: string };
  /** `link`: page that sets a new password, with the secret. `address`: IP address of the requester. */
  'password-reset': { link: string; minutes: number; address: string };
  /** `link`: page that opens the account, with the secret. `address`: IP address of the requester. `invited`: true for an invitation by the host. */
  'sign-up': { link: string; until: number; address: string; invited: boolean };
  /** A sign-up with the address of a user. `address`: IP address of the requester. */
  'sign-up-known': { address: string };
  /** A requested closure. `at`: time of the erasure. `by`: name of the member who requested it. */
  'account-closing': { account: string; by: string; at: number };
  'account-stays': { account: string; by: string };
  /** Sent to a user without an account before the erasure at `at`. `kept`: days that a sign-in adds. */
  'user-erasure': { at: number; kept: number };
  welcome: { name: string; account: number };
  /** A requested change of the user's address, sent to the new and the current one. `link`: page with the secret of this mail. */
  'email-change-new': EmailChangeData;
  'email-change-old': EmailChangeData;
  /** A change requested by support, because the old mailbox is lost. `counts`: time at which the new address takes effect. `link` in the mail to the old address: stops the change. */
  'email-lost-new': { before: string; after: string; link: string; until: number; counts: number };
  'email-lost-old': { after: string; link: string; counts: number };
  'email-changed': { before: string; after: string; at: number };
  /** Also sent for the first password. `address`: IP address of the change. */
  'password-changed': { at: number; address: string };
  /** `address`: IP address of the change. */
  'passkey-added': { name: string; at: number; address: string };
  'passkey-removed': { name: string; at: number; address: string };
  /** Sent to an address that may not belong to a user yet. `link`: page that accepts the invitation, with the secret. */
  invitation: { account: string; inviter: string; role: string; link: string; until: number };
  'member-joined': { account: string; name: string; email: string; role: string };
  /** Sent to the member. `role`: `null` if the member was removed. */
  'membership-changed': { account: string; role: string | null };
  /** Access of staff without consent. `until`: end of the access. */
  'account-accessed': { account: string; person: string; reason: string; writes: boolean; until: number };
  'ownership-offered': { account: string; owner: string; until: number };
  'ownership-transferred': { account: string; before: string; after: string };
}
