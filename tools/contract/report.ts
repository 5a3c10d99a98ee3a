import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Entry points besides the main one that code of a remote, or a script ahead of the application, is built against. */
const FURTHER_ENTRY_POINTS = ['early', 'standalone', 'manifest'];
const ENTRY_POINTS = ['index', ...FURTHER_ENTRY_POINTS];
/** Declares all entry points at once: the compiler then starts once. */
const COMBINED = 'contract';

/** The public surface of the contract as text, the further entry points as namespaces. Takes some seconds. */
export function createReport(root: string): string {
  const folder = path.join(root, 'shared/contract');
  const types = path.join(folder, 'dist/types');
  rmSync(types, { recursive: true, force: true });
  emitDeclarations(root, folder, types);
  const namespaces = FURTHER_ENTRY_POINTS.map((entry) => `export * as ${entry} from './${entry}.ts';`);
  const combined = path.join(types, `${COMBINED}.d.ts`);
  writeFileSync(combined, ["export * from './index.ts';", ...namespaces, ''].join('\n'));
  return extract(folder, types, combined);
}

function emitDeclarations(root: string, folder: string, outDir: string): void {
  const options = [
    '--ignoreConfig',
    '--declaration',
    '--emitDeclarationOnly',
    '--allowImportingTsExtensions',
  ];
  const target = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2023', '--strict'];
  const libraries = ['--lib', 'es2024,dom,dom.iterable', '--types', 'node', '--skipLibCheck'];
  const places = ['--rootDir', path.join(folder, 'src'), '--outDir', outDir];
  const files = ENTRY_POINTS.map((entry) => path.join(folder, 'src', `${entry}.ts`));
  execFileSync(
    path.join(root, 'node_modules/.bin/tsc'),
    [...options, ...target, ...libraries, ...places, ...files],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

function extract(folder: string, types: string, entryFile: string): string {
  const reportFolder = path.join(types, 'reports');
  mkdirSync(reportFolder, { recursive: true });
  const silent = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false };
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entryFile,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            allowImportingTsExtensions: true,
            noEmit: true,
            module: 'esnext',
            moduleResolution: 'bundler',
            target: 'es2023',
            lib: ['es2024', 'dom', 'dom.iterable'],
            strict: true,
            skipLibCheck: true,
            types: ['node'],
          },
          files: [entryFile],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: `${COMBINED}.api.md`,
        reportFolder,
        reportTempFolder: path.join(reportFolder, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: silent },
        extractorMessageReporting: { default: silent },
        tsdocMessageReporting: { default: silent },
      },
    },
  });
  const { errorCount } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  if (errorCount) throw new Error(`The API report of the contract could not be made.`);
  return declarations(readFileSync(path.join(reportFolder, `${COMBINED}.api.md`), 'utf8'));
}

/** Without the tool's own heading and remarks, which change with its version. */
function declarations(report: string): string {
  const code = /```ts\n([\s\S]*?)```/.exec(report)?.[1] ?? '';
  return code
    .split('\n')
    .filter((line) => !/^\s*\/\/|^import /.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
