/** Files that a server may have in a drive. */
import type { Generated } from 'kysely';
import type { Maybe, TimeNow } from './columns.ts';

export type IsoStatus = 'downloading' | 'ready' | 'failed';

export interface IsosTable {
  id: Generated<number>;
  /** null: the operator's, for everybody. */
  account_id: Maybe<number>;
  created_at: TimeNow;
  name: string;
  url: Maybe<string>;
  status: IsoStatus;
  /** Bytes, once known. */
  size: Maybe<bigint>;
  /** What it must be, or what it is. */
  sha256: Maybe<string>;
  /** A sentence for the customer, when it failed. */
  error: Maybe<string>;
  /** On the node, once it is whole. */
  path: Maybe<string>;
}
