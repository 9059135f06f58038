import { TERM_SCENARIOS } from './scenarios/server-lifecycle.ts';
import { torture } from './torture.ts';

for (const scenario of TERM_SCENARIOS) torture(scenario);
