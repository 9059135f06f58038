import { RESCUE_SCENARIOS } from './scenarios/server-rescue.ts';
import { torture } from './torture.ts';

for (const scenario of RESCUE_SCENARIOS) torture(scenario);
