import { moveScenario } from './scenarios/server-move.ts';
import { torture } from './torture.ts';

torture(moveScenario);
