import { STAFF_END_SCENARIOS } from './scenarios/ended-by-staff.ts';
import { torture } from './torture.ts';

for (const scenario of STAFF_END_SCENARIOS) torture(scenario);
