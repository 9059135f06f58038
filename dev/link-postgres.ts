/** Creates the links of the embedded PostgreSQL's libraries. Runs after `npm install`, which runs no scripts of packages. */
import { linkLibraries, packageDir } from '@innkeeper/db/embedded/binaries';

linkLibraries(packageDir());
