/** The table of the operations with which staff sign in, by name, and the cookie of their sessions. */
import type { z } from 'zod';
import { staffSessions } from '../operations/sessions.staff.ts';
import type { Dated, SignInOperation } from './define.ts';

/**
 * Cookie of a session. Browsers accept `__Host-` only with `Secure`, `Path=/` and no domain, so no other host of the domain can
 * set it.
 */
export const STAFF_COOKIE = '__Host-innkeeper-staff';

type Entries = typeof staffSessions;
export type StaffSessionName = keyof Entries;
export type StaffSessionInput<Name extends StaffSessionName> = z.output<Entries[Name]['input']>;
/** Result as a use case returns it. */
export type StaffSessionResult<Name extends StaffSessionName> = Dated<z.output<Entries[Name]['reply']>>;

/** Operations whose entries have these fields: `StaffSessionNameWith<{ anonymous: true }>`. */
export type StaffSessionNameWith<Fields> = {
  [Name in StaffSessionName]: Entries[Name] extends Fields ? Name : never;
}[StaffSessionName];

export const STAFF_SESSION_NAMES = Object.keys(staffSessions) as StaffSessionName[];

/** Returns an entry with its general type. */
export const staffSessionEntryOf = (name: StaffSessionName): SignInOperation => staffSessions[name];
