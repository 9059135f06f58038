/** All configuration keys and the types of their values. */
import type { Key, Reader } from './key.ts';
import { BACKUP_KEYS } from './keys/backup.ts';
import { DATABASE_KEYS } from './keys/database.ts';
import { GUEST_KEYS } from './keys/guests.ts';
import { HOST_KEYS } from './keys/host.ts';
import { LIMIT_KEYS } from './keys/limits.ts';
import { MAIL_KEYS } from './keys/mail.ts';
import { MONEY_KEYS } from './keys/money.ts';
import { NODE_KEYS } from './keys/node.ts';
import { REQUEST_KEYS } from './keys/requests.ts';
import { RETENTION_KEYS } from './keys/retention.ts';
import { SIGN_IN_KEYS } from './keys/sign-in.ts';

export const KEYS = {
  ...HOST_KEYS,
  ...DATABASE_KEYS,
  ...MONEY_KEYS,
  ...MAIL_KEYS,
  ...REQUEST_KEYS,
  ...SIGN_IN_KEYS,
  ...LIMIT_KEYS,
  ...GUEST_KEYS,
  ...NODE_KEYS,
  ...RETENTION_KEYS,
  ...BACKUP_KEYS,
};

export type Path = keyof typeof KEYS;

type ValueOf<K> = K extends Key<infer Value, Reader> ? Value : never;
type ReadersOf<K> = K extends Key<unknown, infer Readers> ? Readers : never;

/** Values that the readers `R` may read, by path. */
export type ConfigurationOf<R extends Reader> = {
  readonly [P in Path as R extends ReadersOf<(typeof KEYS)[P]> ? P : never]: ValueOf<(typeof KEYS)[P]>;
};

/** All values, for a process that reads the configuration file itself. */
export type Configuration = { readonly [P in Path]: ValueOf<(typeof KEYS)[P]> };

/** Values whose paths begin with `Prefix`. */
export type Section<Prefix extends string> = Pick<Configuration, Extract<Path, `${Prefix}.${string}`>>;

export const PATHS = Object.keys(KEYS) as readonly Path[];

export function keyOf(path: Path): Key<unknown> {
  return KEYS[path] as Key<unknown>;
}

export function isPath(text: string): text is Path {
  return Object.hasOwn(KEYS, text);
}
