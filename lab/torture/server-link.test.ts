import { LINK_SCENARIOS } from './scenarios/server-link.ts';
import { torture } from './torture.ts';

for (const scenario of LINK_SCENARIOS) torture(scenario);
