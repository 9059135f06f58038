import { migrateScenario } from './scenarios/server-migrate.ts';
import { torture } from './torture.ts';

torture(migrateScenario);
