import type { RemotePage } from '@waymark/contract';
import { splitParam } from '@waymark/contract/paths';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';

/** The pages of a remote by their names in `waymark.json`, which are those of their chunks unless they have their own. */
export type RemotePages = Readonly<Record<string, ReactNode>>;

/** What the routes of a remote need of its declaration. */
export type DeclaredPage = Pick<RemotePage, 'pattern'> & Partial<Pick<RemotePage, 'name' | 'chunk'>>;

/** A pattern as the router has it: without what restricts its parts. Edge and host have checked those. */
const routePath = (pattern: string): string =>
  pattern
    .split('/')
    .map((part) => {
      const param = splitParam(part);
      return param ? `:${param.name}` : part;
    })
    .join('/');

/** The page at the current address. The addresses are those of the declaration, so that they stand in one place. */
export function PageRoutes({ pages, declared }: { pages: RemotePages; declared: readonly DeclaredPage[] }) {
  return (
    <Routes>
      {declared.map(({ pattern, name, chunk }) => (
        <Route
          key={pattern}
          path={routePath(pattern)}
          element={<NamedPage pages={pages} name={name ?? chunk ?? ''} />}
        />
      ))}
    </Routes>
  );
}

function NamedPage({ pages, name }: { pages: RemotePages; name: string }) {
  if (!(name in pages))
    throw new Error(`This remote has no page "${name}": src/pages.tsx and waymark.json differ.`);
  return pages[name];
}
