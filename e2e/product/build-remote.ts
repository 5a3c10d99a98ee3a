// Builds the remote in a folder: `node build-remote.ts <folder> <version> <result>`. A process of its own, because
// the test runner rewrites what it imports.
import { buildRemote } from '@waymark/remote/build';

const [folder = '', version = '', outDir = ''] = process.argv.slice(2);
await buildRemote(folder, { mode: 'production', version, outDir, cache: false });
