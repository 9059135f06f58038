/** Copies of servers' disks, the addons of servers, and the room for copies. */
import type { ServerStatus } from '@innkeeper/model/states/server';
import type { Generated } from 'kysely';
import type { Default, Maybe, MaybeTime, Time, TimeNow } from './columns.ts';

export type CopyKind = 'snapshot' | 'backup';
export type CopyStatus = 'creating' | 'ready' | 'failed' | 'deleting';

export interface CopiesTable {
  id: Generated<number>;
  account_id: number;
  created_at: TimeNow;
  kind: CopyKind;
  server_id: number;
  name: string;
  /** Who asked for it: weekly ones make place for one another. */
  origin: 'customer' | 'weekly';
  status: CopyStatus;
  /** A sentence for the customer, when it failed. */
  status_reason: Maybe<string>;
  /** Of the server as it was. */
  server_hostname: string;
  server_ip: string;
  size_gb: number;
  image_id: number;
  /** Name of the store that has its file; null until a worker has begun to store it. */
  target: Maybe<string>;
  object_key: Maybe<string>;
  /** Of the file. */
  bytes: Maybe<bigint>;
  sha256: Maybe<string>;
  /** Whether the guest's file systems stood still at its moment; else it is as after a power cut. */
  frozen: Maybe<boolean>;
  verified_at: MaybeTime;
  /** Set when its server has ended. */
  kept_until: MaybeTime;
}

export interface AddonsTable {
  id: Generated<number>;
  account_id: number;
  created_at: TimeNow;
  server_id: number;
  /** `backups`, `cpanel` ... */
  key: string;
  status: Default<ServerStatus>;
  ended_at: MaybeTime;
  /** Of `backups`: when the next weekly one is due; null: not planned yet. */
  next_backup_at: MaybeTime;
}

/** What the worker last saw of the places where copies lie. */
export interface CopyRoomsTable {
  kind: CopyKind;
  target: string;
  /** Free for copies, the operator's reserve taken off; null: as much as anybody wants. */
  free_bytes: Maybe<bigint>;
  seen_at: Time;
}
