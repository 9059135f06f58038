/** For log.process.test.ts: has a last word for the log when its parent goes, and ends. */
import { openLog } from '../log.ts';

const log = openLog('talker');
log.info('ready');
process.on('disconnect', () => {
  log.warn('my parent is gone');
  log.warn('so I end');
  process.exit(0);
});
