/** Texts about team that several pages use. */
import type { Member } from '@innkeeper/sdk/index';

export type Role = Member['role'];

export const ROLE_WORDS: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Administrator',
  billing: 'Billing',
  technical: 'Technical',
  'read-only': 'Read only',
};

export const texts = {
  members: 'Members',
  signIn: 'Company sign-in',
  supportAccess: 'Support access',
} as const;
