/** Made by `npm run gen`: every workflow by its kind. */
import { copyDelete } from './copies/delete.ts';
import { firewallApply } from './firewalls/apply.ts';
import { floatingIpAttach } from './floating-ips/attach.ts';
import { floatingIpDetach } from './floating-ips/detach.ts';
import { isoDownload } from './isos/download.ts';
import { isoRemove } from './isos/remove.ts';
import { paymentCollect } from './payments/collect.ts';
import { paymentRefund } from './payments/refund.ts';
import { serverChangePrimaryIp } from './servers/change-primary-ip.ts';
import { serverSnapshot, serverBackup } from './servers/copy.ts';
import { serverDeploy } from './servers/deploy.ts';
import { serverDisableRescue } from './servers/disable-rescue.ts';
import { serverEnableRescue } from './servers/enable-rescue.ts';
import { serverMigrate } from './servers/migrate.ts';
import { serverMove } from './servers/move.ts';
import { serverPowerOff } from './servers/power-off.ts';
import { serverReinstall } from './servers/reinstall.ts';
import { serverReleaseAddresses } from './servers/release-addresses.ts';
import { serverRemoveRemains } from './servers/remove-remains.ts';
import { serverRestart } from './servers/restart.ts';
import { serverRestore } from './servers/restore.ts';
import { serverResume } from './servers/resume.ts';
import { serverScale } from './servers/scale.ts';
import { serverSetHostname } from './servers/set-hostname.ts';
import { serverSetLink } from './servers/set-link.ts';
import { serverSetMedia } from './servers/set-media.ts';
import { serverSetPassword } from './servers/set-password.ts';
import { serverSetSshKeys } from './servers/set-ssh-keys.ts';
import { serverStartAfterCrash } from './servers/start-after-crash.ts';
import { serverStart } from './servers/start.ts';
import { serverStop } from './servers/stop.ts';
import { serverSuspend } from './servers/suspend.ts';
import { serverTerminate } from './servers/terminate.ts';

export const WORKFLOWS = {
  'copy.delete': copyDelete,
  'firewall.apply': firewallApply,
  'floating-ip.attach': floatingIpAttach,
  'floating-ip.detach': floatingIpDetach,
  'iso.download': isoDownload,
  'iso.remove': isoRemove,
  'payment.collect': paymentCollect,
  'payment.refund': paymentRefund,
  'server.change-primary-ip': serverChangePrimaryIp,
  'server.snapshot': serverSnapshot,
  'server.backup': serverBackup,
  'server.deploy': serverDeploy,
  'server.disable-rescue': serverDisableRescue,
  'server.enable-rescue': serverEnableRescue,
  'server.migrate': serverMigrate,
  'server.move': serverMove,
  'server.power-off': serverPowerOff,
  'server.reinstall': serverReinstall,
  'server.release-addresses': serverReleaseAddresses,
  'server.remove-remains': serverRemoveRemains,
  'server.restart': serverRestart,
  'server.restore': serverRestore,
  'server.resume': serverResume,
  'server.scale': serverScale,
  'server.set-hostname': serverSetHostname,
  'server.set-link': serverSetLink,
  'server.set-media': serverSetMedia,
  'server.set-password': serverSetPassword,
  'server.set-ssh-keys': serverSetSshKeys,
  'server.start-after-crash': serverStartAfterCrash,
  'server.start': serverStart,
  'server.stop': serverStop,
  'server.suspend': serverSuspend,
  'server.terminate': serverTerminate,
};
