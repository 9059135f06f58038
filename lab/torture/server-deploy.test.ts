import { torture } from './torture.ts';
import { DEPLOY_WORLDS } from './worlds/server-deploy.ts';

for (const world of DEPLOY_WORLDS) torture(world);
