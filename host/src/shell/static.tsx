import { renderToString } from 'react-dom/server';
import type { Boot } from '../../boot.ts';
import { createApp } from '../app/app.ts';
import Home from '../home/home.tsx';
import { ShellRoot } from './shell.tsx';

/**
 * The shell and the host's own pages as markup, from the start data alone. The browser shows it at once and replaces it.
 * @param path path and query of the page
 */
export function renderShell(boot: Boot, path: string): string {
  return renderToString(<ShellRoot app={createApp(boot, path)} home={Home} />);
}
