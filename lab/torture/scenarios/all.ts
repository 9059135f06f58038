/** The scenarios of every kind of workflow. A test fails if a kind has none. */
import type { Scenario } from '../scenario.ts';
import { COPY_SCENARIOS } from './copies.ts';
import { STAFF_END_SCENARIOS } from './ended-by-staff.ts';
import { FIREWALL_SCENARIOS } from './firewalls.ts';
import { FLOATING_IP_SCENARIOS } from './floating-ips.ts';
import { ISO_SCENARIOS } from './isos.ts';
import { lostScenario } from './lost-server.ts';
import { PAYMENT_SCENARIOS } from './payments.ts';
import { DISK_SCENARIOS } from './replace-disk.ts';
import { sampleScenario } from './sample.ts';
import { ACCESS_SCENARIOS } from './server-access.ts';
import { primaryIpScenario, releaseAddressesScenario } from './server-addresses.ts';
import { DEPLOY_SCENARIOS } from './server-deploy.ts';
import { LINK_SCENARIOS } from './server-link.ts';
import { migrateScenario } from './server-migrate.ts';
import { moveScenario } from './server-move.ts';
import { POWER_SCENARIOS } from './server-power.ts';
import { remainsScenario } from './server-remains.ts';
import { RESCUE_SCENARIOS } from './server-rescue.ts';
import { SCALE_SCENARIOS } from './server-scale.ts';
import { TERM_SCENARIOS } from './unpaid-server.ts';

export const SCENARIOS: readonly Scenario[] = [
  sampleScenario,
  ...COPY_SCENARIOS,
  ...DISK_SCENARIOS,
  ...DEPLOY_SCENARIOS,
  ...POWER_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...RESCUE_SCENARIOS,
  ...SCALE_SCENARIOS,
  ...LINK_SCENARIOS,
  releaseAddressesScenario,
  primaryIpScenario,
  ...FLOATING_IP_SCENARIOS,
  ...TERM_SCENARIOS,
  lostScenario,
  ...STAFF_END_SCENARIOS,
  moveScenario,
  migrateScenario,
  remainsScenario,
  ...ISO_SCENARIOS,
  ...PAYMENT_SCENARIOS,
  ...FIREWALL_SCENARIOS,
];
