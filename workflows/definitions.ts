/** Every workflow that a worker can carry out. lab/torture has a world for each. */

import { copyDelete } from './copy-delete.ts';
import type { WorkflowDefinition } from './define.ts';
import type { WorkflowInputs } from './inputs.ts';
import { isoDownload } from './iso-download.ts';
import { isoRemove } from './iso-remove.ts';
import { serverBackup, serverSnapshot } from './server-copy.ts';
import { serverDeploy } from './server-deploy.ts';
import { serverDisableRescue } from './server-disable-rescue.ts';
import { serverEnableRescue } from './server-enable-rescue.ts';
import { serverPowerOff } from './server-power-off.ts';
import { serverReinstall } from './server-reinstall.ts';
import { serverRestart } from './server-restart.ts';
import { serverRestore } from './server-restore.ts';
import { serverScale } from './server-scale.ts';
import { serverSetHostname } from './server-set-hostname.ts';
import { serverSetLink } from './server-set-link.ts';
import { serverSetMedia } from './server-set-media.ts';
import { serverSetPassword } from './server-set-password.ts';
import { serverSetSshKeys } from './server-set-ssh-keys.ts';
import { serverStart } from './server-start.ts';
import { serverStartAfterCrash } from './server-start-after-crash.ts';
import { serverStop } from './server-stop.ts';

type Definitions = { readonly [Kind in keyof WorkflowInputs]: WorkflowDefinition<WorkflowInputs[Kind]> };

export const DEFINITIONS: Definitions = {
  'server.deploy': serverDeploy,
  'server.start': serverStart,
  'server.start-after-crash': serverStartAfterCrash,
  'server.restart': serverRestart,
  'server.stop': serverStop,
  'server.power-off': serverPowerOff,
  'server.set-password': serverSetPassword,
  'server.set-hostname': serverSetHostname,
  'server.set-ssh-keys': serverSetSshKeys,
  'server.enable-rescue': serverEnableRescue,
  'server.disable-rescue': serverDisableRescue,
  'server.set-media': serverSetMedia,
  'server.set-link': serverSetLink,
  'server.scale': serverScale,
  'iso.download': isoDownload,
  'iso.remove': isoRemove,
  'server.snapshot': serverSnapshot,
  'server.backup': serverBackup,
  'server.restore': serverRestore,
  'server.reinstall': serverReinstall,
  'copy.delete': copyDelete,
};
