/** What runs in processes of its own (child.ts). */
import { api } from './roles/api.ts';
import { bareFastify } from './roles/bare-fastify.ts';
import { bareQuery } from './roles/bare-query.ts';
import { buyers } from './roles/buyers.ts';
import { committer } from './roles/committer.ts';
import { incusBuyers } from './roles/incus-buyers.ts';
import { jobs } from './roles/jobs.ts';
import { load } from './roles/load.ts';
import { money } from './roles/money.ts';
import { worker } from './roles/worker.ts';

export const ROLES = {
  api,
  worker,
  load,
  buyers,
  committer,
  jobs,
  money,
  'incus-buyers': incusBuyers,
  'bare-fastify': bareFastify,
  'bare-query': bareQuery,
};
