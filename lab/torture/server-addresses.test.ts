import { releaseAddressesScenario } from './scenarios/server-addresses.ts';
import { torture } from './torture.ts';

torture(releaseAddressesScenario);
