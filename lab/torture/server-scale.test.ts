import { SCALE_SCENARIOS } from './scenarios/server-scale.ts';
import { torture } from './torture.ts';

for (const scenario of SCALE_SCENARIOS) torture(scenario);
