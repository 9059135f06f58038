/** Options of Node for the API and the worker. */

/**
 * Diagnostic reports hold neither the environment, which has secrets, nor names of network peers, which would be asked of a DNS server
 * while the process hangs.
 */
const REPORT_FLAGS: readonly string[] = ['--report-exclude-env', '--report-exclude-network'];

/**
 * A young generation of 3 x 32 MB in place of 3 x 16: amid 160 requests a second it is collected half as often, which takes 1.3 s of 130 in place of 1.8. (Of 3 x 64
 * it takes 0.9 s, but 7 ms each time in place of 4.5, which is what the slowest of 100 reads waits for.)
 *
 * The old generation may double before it is collected. Left to itself V8 lets a heap that grows as slowly as ours grow by 7 of 60 MB, and so collects
 * all of it every 2 s, which takes 40 ms: the slowest of 100 reads took 22 ms in place of 9. It costs 60 MB of memory.
 */
export const API_NODE_FLAGS: readonly string[] = [...REPORT_FLAGS, '--max-semi-space-size=32', '--heap-growing-percent=100'];

/**
 * The worker's old generation may grow by half before it is collected. Left to itself V8 collected all of it every 30 s in a worker with 1 000 idle guests, in
 * threads beside the work: 1.38 % of a core in place of 1.56, for up to 20 MB of memory.
 */
export const WORKER_NODE_FLAGS: readonly string[] = [...REPORT_FLAGS, '--heap-growing-percent=50'];
