import { FLOATING_IP_SCENARIOS } from './scenarios/floating-ips.ts';
import { torture } from './torture.ts';

for (const scenario of FLOATING_IP_SCENARIOS) torture(scenario);
