/** Roles that run in separate processes (child.ts). Each loads only the modules that it needs. */
import type { Role } from './child.ts';

export const ROLES = {
  api: () => import('./roles/api.ts').then(({ api }) => api()),
  worker: () => import('./roles/worker.ts').then(({ worker }) => worker()),
  load: () => import('./roles/load.ts').then(({ load }) => load()),
  buyers: () => import('./roles/buyers.ts').then(({ buyers }) => buyers()),
  committer: () => import('./roles/committer.ts').then(({ committer }) => committer()),
  jobs: () => import('./roles/jobs.ts').then(({ jobs }) => jobs()),
  visitors: () => import('./roles/visitors.ts').then(({ visitors }) => visitors()),
  'bare-fastify': () => import('./roles/bare-fastify.ts').then(({ bareFastify }) => bareFastify()),
  'bare-query': () => import('./roles/bare-query.ts').then(({ bareQuery }) => bareQuery()),
} satisfies Record<string, () => Promise<Role>>;

export type RoleName = keyof typeof ROLES;
