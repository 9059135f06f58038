import { lostScenario } from './scenarios/lost-server.ts';
import { torture } from './torture.ts';

torture(lostScenario);
