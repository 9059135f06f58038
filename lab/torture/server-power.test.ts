import { torture } from './torture.ts';
import { POWER_WORLDS } from './worlds/server-power.ts';

for (const world of POWER_WORLDS) torture(world);
