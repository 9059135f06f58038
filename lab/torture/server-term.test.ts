import { torture } from './torture.ts';
import { TERM_WORLDS } from './worlds/server-term.ts';

for (const world of TERM_WORLDS) torture(world);
