import { ISO_SCENARIOS } from './scenarios/isos.ts';
import { torture } from './torture.ts';

for (const scenario of ISO_SCENARIOS) torture(scenario);
