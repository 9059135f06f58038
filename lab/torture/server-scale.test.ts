import { torture } from './torture.ts';
import { SCALE_WORLDS } from './worlds/server-scale.ts';

for (const world of SCALE_WORLDS) torture(world);
