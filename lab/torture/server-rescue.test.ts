import { torture } from './torture.ts';
import { RESCUE_WORLDS } from './worlds/server-rescue.ts';

for (const world of RESCUE_WORLDS) torture(world);
