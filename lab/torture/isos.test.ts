import { torture } from './torture.ts';
import { ISO_WORLDS } from './worlds/isos.ts';

for (const world of ISO_WORLDS) torture(world);
