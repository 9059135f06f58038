import { DEPLOY_SCENARIOS } from './scenarios/server-deploy.ts';
import { torture } from './torture.ts';

for (const scenario of DEPLOY_SCENARIOS) torture(scenario);
