/** Log lines and metrics. */

export { writeLog, writeMetrics } from '../shared/log.ts';
