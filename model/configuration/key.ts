/** One key of the configuration. */
import type { Kind, Written } from './kinds.ts';

/** Processes that may see a value. `cli`: the command line, which the supervisor is a part of. */
export type Reader = 'api' | 'worker' | 'cli';

/**
 * When a change of the file is in force: at a reload, at the next start, or never, because what exists already depends on the first value.
 */
export type Apply = 'live' | 'restart' | 'fixed';

export interface Key<Value, Readers extends Reader = Reader> {
  readonly kind: Kind<Value>;
  /** Default as the file would say it. `null` for a key without a default, whose value is then `null`. */
  readonly default: Written | null;
  /** Value that a new file shows for a key without a default. */
  readonly example: Written | null;
  readonly readers: readonly Readers[];
  readonly apply: Apply;
  /** Secrets never stand in the file itself: it names a file, or a systemd credential or environment variable has the value. */
  readonly secret: boolean;
  /** Environment variables of earlier versions. They still work, with a warning. Later ones override earlier ones. */
  readonly aliases: readonly string[];
  /** Names in the file in earlier versions. They still work, with a warning. */
  readonly formerPaths: readonly string[];
  /** Sentence for the operator about the effect of the value. */
  readonly reason: string;
}

interface Rest<Readers extends Reader> {
  readers?: readonly Readers[];
  apply?: Apply;
  secret?: boolean;
  aliases?: readonly string[];
  formerPaths?: readonly string[];
}

const ALL: readonly Reader[] = ['api', 'worker', 'cli'];

/** Describes a key that has a default. It is live and all may see it, unless `rest` says otherwise. */
export function key<Value, const Readers extends Reader = Reader>(
  reason: string,
  kind: Kind<Value>,
  written: Written,
  rest: Rest<Readers> = {},
): Key<Value, Readers> {
  return { ...complete(reason, rest), kind, default: written, example: null };
}

/** Describes a key without a default: its value is `null` unless the operator gives one, such as `example`. */
export function optional<Value, const Readers extends Reader = Reader>(
  reason: string,
  kind: Kind<Value>,
  example: Written,
  rest: Rest<Readers> = {},
): Key<Value | null, Readers> {
  return { ...complete(reason, rest), kind: { ...kind, schema: kind.schema.nullable() }, default: null, example };
}

function complete<Readers extends Reader>(
  reason: string,
  rest: Rest<Readers>,
): Omit<Key<never, Readers>, 'kind' | 'default' | 'example'> {
  const { readers = ALL as readonly Readers[], apply = 'live', secret = false, aliases = [], formerPaths = [] } = rest;
  return { reason, readers, apply, secret, aliases, formerPaths };
}
