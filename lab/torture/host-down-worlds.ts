/** Worlds whose workflow is of one server that runs, or did. */
import { serverSnapshot } from '@innkeeper/workflows/servers/copy';
import type { World } from './world.ts';
import { COPY_WORLDS } from './worlds/copies.ts';
import { DISK_WORLDS } from './worlds/replace-disk.ts';
import { ACCESS_WORLDS } from './worlds/server-access.ts';
import { deployOne } from './worlds/server-deploy.ts';
import { LINK_WORLDS } from './worlds/server-link.ts';
import { POWER_WORLDS } from './worlds/server-power.ts';
import { RESCUE_WORLDS } from './worlds/server-rescue.ts';
import { SCALE_WORLDS } from './worlds/server-scale.ts';

export const SERVER_WORLDS: readonly World[] = [
  deployOne,
  ...POWER_WORLDS,
  ...ACCESS_WORLDS,
  ...RESCUE_WORLDS,
  ...SCALE_WORLDS,
  ...LINK_WORLDS,
];
/** Played in a file of their own, beside the others. */
export const DISK_AND_COPY_WORLDS: readonly World[] = [
  ...COPY_WORLDS.filter(({ definition }) => definition === serverSnapshot),
  ...DISK_WORLDS,
];
export const HOST_DOWN_WORLDS: readonly World[] = [...SERVER_WORLDS, ...DISK_AND_COPY_WORLDS];
