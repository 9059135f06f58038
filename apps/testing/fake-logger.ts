/** Program for log.process.test.ts that writes to the log while it ends. */
import { openLog } from '../log.ts';

const log = openLog('fake-logger');
setInterval(() => {}, 1_000);
process.on('SIGTERM', () => {
  log.warn('I was asked to end');
  log.warn('so I do');
  process.exit(0);
});
log.info('ready');
