/**
 * Runs one task on one mail in its own thread, which ends with the task. A hostile mail therefore cannot exceed the thread's time and
 * memory. Built into one file (dev/build.mjs), because the process that starts the thread can no longer read its own files (parse.ts).
 */
const { parentPort, workerData } = require('node:worker_threads');
const { listTransferables, runTask } = require('@innkeeper/engine/mail-in/parser-task');

// An error ends the thread, and the process that started it gets the error.
void runTask(workerData).then((result) => parentPort.postMessage(result, listTransferables(result)));
