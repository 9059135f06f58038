import { FIREWALL_SCENARIOS } from './scenarios/firewalls.ts';
import { torture } from './torture.ts';

for (const scenario of FIREWALL_SCENARIOS) torture(scenario);
