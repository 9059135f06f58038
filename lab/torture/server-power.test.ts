import { POWER_SCENARIOS } from './scenarios/server-power.ts';
import { torture } from './torture.ts';

for (const scenario of POWER_SCENARIOS) torture(scenario);
