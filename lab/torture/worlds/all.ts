/** A world for every workflow; a test fails when one has none. */
import type { World } from '../world.ts';
import { COPY_WORLDS } from './copies.ts';
import { ISO_WORLDS } from './isos.ts';
import { DISK_WORLDS } from './replace-disk.ts';
import { sampleWorld } from './sample.ts';
import { ACCESS_WORLDS } from './server-access.ts';
import { DEPLOY_WORLDS } from './server-deploy.ts';
import { LINK_WORLDS } from './server-link.ts';
import { POWER_WORLDS } from './server-power.ts';
import { RESCUE_WORLDS } from './server-rescue.ts';
import { SCALE_WORLDS } from './server-scale.ts';
import { TERM_WORLDS } from './server-term.ts';

export const WORLDS: readonly World[] = [
  sampleWorld,
  ...COPY_WORLDS,
  ...DISK_WORLDS,
  ...DEPLOY_WORLDS,
  ...POWER_WORLDS,
  ...ACCESS_WORLDS,
  ...RESCUE_WORLDS,
  ...SCALE_WORLDS,
  ...LINK_WORLDS,
  ...TERM_WORLDS,
  ...ISO_WORLDS,
];
