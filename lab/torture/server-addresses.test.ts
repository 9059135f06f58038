import { primaryIpScenario, releaseAddressesScenario } from './scenarios/server-addresses.ts';
import { torture } from './torture.ts';

for (const scenario of [releaseAddressesScenario, primaryIpScenario]) torture(scenario);
