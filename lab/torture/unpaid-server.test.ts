import { TERM_SCENARIOS } from './scenarios/unpaid-server.ts';
import { torture } from './torture.ts';

for (const scenario of TERM_SCENARIOS) torture(scenario);
