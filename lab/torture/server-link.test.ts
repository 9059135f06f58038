import { torture } from './torture.ts';
import { LINK_WORLDS } from './worlds/server-link.ts';

for (const world of LINK_WORLDS) torture(world);
