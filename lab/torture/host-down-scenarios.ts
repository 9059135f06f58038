/** Scenarios whose workflow belongs to one server that runs or ran. */
import { serverSnapshot } from '@innkeeper/workflows/servers/copy';
import type { Scenario } from './scenario.ts';
import { COPY_SCENARIOS } from './scenarios/copies.ts';
import { ONE_NODE_SCENARIOS } from './scenarios/floating-ips.ts';
import { DISK_SCENARIOS } from './scenarios/replace-disk.ts';
import { ACCESS_SCENARIOS } from './scenarios/server-access.ts';
import { releaseAddressesScenario } from './scenarios/server-addresses.ts';
import { deployOne } from './scenarios/server-deploy.ts';
import { LINK_SCENARIOS } from './scenarios/server-link.ts';
import { POWER_SCENARIOS } from './scenarios/server-power.ts';
import { RESCUE_SCENARIOS } from './scenarios/server-rescue.ts';
import { SCALE_SCENARIOS } from './scenarios/server-scale.ts';
import { TERM_SCENARIOS } from './scenarios/unpaid-server.ts';

export const SERVER_SCENARIOS: readonly Scenario[] = [
  deployOne,
  ...POWER_SCENARIOS,
  ...ACCESS_SCENARIOS,
  ...RESCUE_SCENARIOS,
  ...SCALE_SCENARIOS,
  ...LINK_SCENARIOS,
  releaseAddressesScenario,
];
/** Scenarios with a separate test file, which runs in parallel with the others. */
export const DISK_AND_COPY_SCENARIOS: readonly Scenario[] = [
  ...COPY_SCENARIOS.filter(({ definition }) => definition === serverSnapshot),
  ...DISK_SCENARIOS,
];
export const FLOATING_IP_HOST_DOWN: readonly Scenario[] = ONE_NODE_SCENARIOS;
export const HOST_DOWN_SCENARIOS: readonly Scenario[] = [
  ...SERVER_SCENARIOS,
  ...DISK_AND_COPY_SCENARIOS,
  ...TERM_SCENARIOS,
  ...FLOATING_IP_HOST_DOWN,
];
