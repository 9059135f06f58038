/** Every workflow that a worker can carry out. lab/torture has a scenario for each. */

import type { InputOf, Kind } from '@innkeeper/domain/workflows/kinds';
import { copyDelete } from './copies/delete.ts';
import type { WorkflowDefinition } from './define.ts';
import { isoDownload } from './isos/download.ts';
import { isoRemove } from './isos/remove.ts';
import { serverBackup, serverSnapshot } from './servers/copy.ts';
import { serverDeploy } from './servers/deploy.ts';
import { serverDisableRescue } from './servers/disable-rescue.ts';
import { serverEnableRescue } from './servers/enable-rescue.ts';
import { serverMove } from './servers/move.ts';
import { serverPowerOff } from './servers/power-off.ts';
import { serverReinstall } from './servers/reinstall.ts';
import { serverRestart } from './servers/restart.ts';
import { serverRestore } from './servers/restore.ts';
import { serverResume } from './servers/resume.ts';
import { serverScale } from './servers/scale.ts';
import { serverSetHostname } from './servers/set-hostname.ts';
import { serverSetLink } from './servers/set-link.ts';
import { serverSetMedia } from './servers/set-media.ts';
import { serverSetPassword } from './servers/set-password.ts';
import { serverSetSshKeys } from './servers/set-ssh-keys.ts';
import { serverStart } from './servers/start.ts';
import { serverStartAfterCrash } from './servers/start-after-crash.ts';
import { serverStop } from './servers/stop.ts';
import { serverSuspend } from './servers/suspend.ts';
import { serverTerminate } from './servers/terminate.ts';

type Definitions = { readonly [K in Kind]: WorkflowDefinition<InputOf<K>> };

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
  'server.move': serverMove,
  'server.set-link': serverSetLink,
  'server.suspend': serverSuspend,
  'server.resume': serverResume,
  'server.terminate': serverTerminate,
  'server.scale': serverScale,
  'iso.download': isoDownload,
  'iso.remove': isoRemove,
  'server.snapshot': serverSnapshot,
  'server.backup': serverBackup,
  'server.restore': serverRestore,
  'server.reinstall': serverReinstall,
  'copy.delete': copyDelete,
};
