import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const libraries = fileURLToPath(new URL('../../mfe-auth/node_modules', import.meta.url));
const FILES = {
  'waymark.json': JSON.stringify({
    name: 'mfe-sample',
    version: '1.0.0',
    pages: [
      { pattern: '/sample', chunk: 'page' },
      { pattern: '/sample/frame', frame: 'anyone', standalone: 'frame' },
    ],
  }),
  'src/remote.tsx': `import { defineRemote } from '@waymark/remote';
import { pages } from './pages.tsx';

export default defineRemote(pages);
`,
  'src/pages.tsx': `import { lazy } from 'react';

const SamplePage = lazy(() => import(/* webpackChunkName: "page" */ './page.tsx'));

export const pages = { page: <SamplePage /> };
`,
  'src/page.tsx': `import { useSession } from '@waymark/remote';
import { useState } from 'react';
import './page.css';
import { WORDS } from './words.ts';

export default function SamplePage() {
  const [climbs, setClimbs] = useState(0);
  return (
    <>
      <h1>First words</h1>
      <p className="sample">{WORDS}</p>
      <p>{useSession().user?.first_name ?? 'Nobody'} is signed in</p>
      <button type="button" onClick={() => setClimbs(climbs + 1)}>
        {climbs} climbs
      </button>
    </>
  );
}
`,
  'src/words.ts': "export const WORDS = 'a helper speaks';\n",
  'src/frame.ts': `import { beginStandalone } from '@waymark/remote/standalone';
import { WORDS } from './words.ts';

const { siteName } = beginStandalone();
document.body.append(siteName + ': ' + WORDS);
`,
  'src/page.css': '.sample { text-align: left }\n',
};

/** A remote's folder that a test may edit, with the libraries of a real remote. */
export interface Sample {
  folder: string;
  edit(file: keyof typeof FILES, from: string, to: string): void;
  remove(): void;
}

export function makeSample(): Sample {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-sample-'));
  mkdirSync(path.join(folder, 'src'));
  symlinkSync(libraries, path.join(folder, 'node_modules'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(path.join(folder, name), content);
  return {
    folder,
    edit(file, from, to) {
      const before = readFileSync(path.join(folder, file), 'utf8');
      if (!before.includes(from)) throw new Error(`${file} does not hold "${from}".`);
      writeFileSync(path.join(folder, file), before.replace(from, to));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
