/** The definition of one configuration key. */
import type { Kind, Written } from './kinds.ts';

/** Processes that may read a value. `cli` is the command line, which includes the supervisor. */
export type Reader = 'api' | 'worker' | 'cli';

/**
 * Time at which a change in the file takes effect: at a reload, at the next start, or never. `fixed` (never) is for keys whose first value
 * existing data depends on.
 */
export type Apply = 'live' | 'restart' | 'fixed';

export interface Key<Value, Readers extends Reader = Reader> {
  readonly kind: Kind<Value>;
  /** Default as written in the file, or `null` for a key without a default. The value of such a key is `null` until it is set. */
  readonly default: Written | null;
  /** Example value that a new file shows for a key without a default, else `null`. */
  readonly example: Written | null;
  readonly readers: readonly Readers[];
  readonly apply: Apply;
  /**
   * True for a secret. The file never contains a secret: it names a file, or a systemd credential or environment variable holds the value.
   */
  readonly secret: boolean;
  /**
   * Environment variables of earlier versions. They still work, with a warning if their name begins with `INNKEEPER_`. Later ones override
   * earlier ones.
   */
  readonly aliases: readonly string[];
  /** Keys of earlier versions. They still work, with a warning. */
  readonly formerPaths: readonly string[];
  /** Sentence for the operator about the effect of the value. */
  readonly reason: string;
}

interface KeyAttributes<Readers extends Reader> {
  readers?: readonly Readers[];
  apply?: Apply;
  secret?: boolean;
  aliases?: readonly string[];
  formerPaths?: readonly string[];
}

const ALL: readonly Reader[] = ['api', 'worker', 'cli'];

/** Defines a key with a default. Changes apply live and every process may read the value, unless `rest` overrides this. */
export function key<Value, const Readers extends Reader = Reader>(
  reason: string,
  kind: Kind<Value>,
  written: Written,
  rest: KeyAttributes<Readers> = {},
): Key<Value, Readers> {
  return { ...complete(reason, rest), kind, default: written, example: null };
}

/** Defines a key without a default. Its value is `null` unless the operator sets one, such as `example`. */
export function optional<Value, const Readers extends Reader = Reader>(
  reason: string,
  kind: Kind<Value>,
  example: Written,
  rest: KeyAttributes<Readers> = {},
): Key<Value | null, Readers> {
  return { ...complete(reason, rest), kind: { ...kind, schema: kind.schema.nullable() }, default: null, example };
}

function complete<Readers extends Reader>(
  reason: string,
  rest: KeyAttributes<Readers>,
): Omit<Key<never, Readers>, 'kind' | 'default' | 'example'> {
  const { readers = ALL as readonly Readers[], apply = 'live', secret = false, aliases = [], formerPaths = [] } = rest;
  return { reason, readers, apply, secret, aliases, formerPaths };
}
