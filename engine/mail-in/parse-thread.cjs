/**
 * Reads one mail in a thread of its own, which ends with it. So a hostile mail takes no more time and memory than the thread has. Built
 * into one file (dev/build.mjs), because the process that starts the thread can no longer read its own files (parse.ts).
 */
const { parentPort, workerData } = require('node:worker_threads');
const { readMime } = require('@innkeeper/engine/mail-in/read-mime');

// An error ends the thread, and the process that started it gets the error.
void readMime(workerData).then((mail) => parentPort.postMessage(mail));
