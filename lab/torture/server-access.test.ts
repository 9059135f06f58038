import { torture } from './torture.ts';
import { ACCESS_WORLDS } from './worlds/server-access.ts';

for (const world of ACCESS_WORLDS) torture(world);
