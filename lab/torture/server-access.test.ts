import { ACCESS_SCENARIOS } from './scenarios/server-access.ts';
import { torture } from './torture.ts';

for (const scenario of ACCESS_SCENARIOS) torture(scenario);
