/** Describes the Node.js that runs Innkeeper: the bundled package, unless INNKEEPER_RUNTIME names another one. */
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';

/** Returns version and origin as text for a person: `Node.js 24.21.0, bundled with Innkeeper`. */
export function describeRuntime({ execPath, version } = { execPath: process.execPath, version: process.version }): string {
  const isOurs = execPath.startsWith(path.join(projectRoot, 'node_modules') + path.sep);
  return `Node.js ${version.replace(/^v/, '')}, ${isOurs ? 'bundled with Innkeeper' : execPath}`;
}
