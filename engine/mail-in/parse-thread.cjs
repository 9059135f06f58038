/**
 * Runs one task on one mail in a thread of its own, which ends with it. So a hostile mail takes no more time and memory than the thread has. Built
 * into one file (dev/build.mjs), because the process that starts the thread can no longer read its own files (parse.ts).
 */
const { parentPort, workerData } = require('node:worker_threads');
const { runTask } = require('@innkeeper/engine/mail-in/parser-task');

// An error ends the thread, and the process that started it gets the error.
void runTask(workerData).then((result) => parentPort.postMessage(result));
