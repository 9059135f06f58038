import { tortureByHostDown } from './host-down.ts';
import { ACCESS_WORLDS } from './worlds/server-access.ts';
import { deployOne } from './worlds/server-deploy.ts';
import { LINK_WORLDS } from './worlds/server-link.ts';
import { POWER_WORLDS } from './worlds/server-power.ts';
import { RESCUE_WORLDS } from './worlds/server-rescue.ts';
import { SCALE_WORLDS } from './worlds/server-scale.ts';

for (const world of [deployOne, ...POWER_WORLDS, ...ACCESS_WORLDS, ...RESCUE_WORLDS, ...SCALE_WORLDS, ...LINK_WORLDS])
  tortureByHostDown(world);
