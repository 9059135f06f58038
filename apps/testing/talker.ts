/** For log.process.test.ts: has a last word for the log when it shall end. */
import { openLog } from '../log.ts';

const log = openLog('talker');
setInterval(() => {}, 1_000);
process.on('SIGTERM', () => {
  log.warn('I was asked to end');
  log.warn('so I do');
  process.exit(0);
});
log.info('ready');
