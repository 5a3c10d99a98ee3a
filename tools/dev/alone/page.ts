// The page of a remote that runs alone. Its parts are plain elements: all there is to see is the remote's.
import '@waymark/remote/development/refresh';
import '@waymark/ui/tokens.css';
import '@waymark/ui/fonts.css';
import type { Notification } from '@waymark/contract';
import { installHost } from '@waymark/contract/host';
import type { DeclaredPage } from '@waymark/remote';
import remote from './chosen-remote.js';
import { createStandIn } from './engine.ts';

declare const WAYMARK_ALONE: {
  name: string;
  version: string;
  pages: DeclaredPage[];
  member: { email: string; password: string };
};

const element = (tag: string, text = '', style: Partial<CSSStyleDeclaration> = {}) => {
  const made = document.createElement(tag);
  made.textContent = text;
  Object.assign(made.style, style);
  return made;
};

function show({ kind, text, action }: Notification): () => void {
  const bar = element('div', text, {
    position: 'fixed',
    inset: 'auto 16px 16px',
    padding: '12px 16px',
    background: 'var(--wm-surface)',
    border: '1px solid var(--wm-control)',
  });
  bar.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  if (action) {
    const button = element('button', action.label, { marginLeft: '16px' });
    button.addEventListener('click', action.run);
    bar.append(button);
  }
  document.body.append(bar);
  const end = () => bar.remove();
  setTimeout(end, 8000);
  return end;
}

const { name, version, pages, member } = WAYMARK_ALONE;
const nav = element('nav', `${name} alone `, { padding: '8px 16px', display: 'flex', gap: '16px' });
for (const { pattern } of pages) {
  if (/[:*]/.test(pattern)) continue;
  const link = element('a', pattern);
  link.setAttribute('href', pattern);
  nav.append(link);
}
const place = element('main');
document.body.append(nav, place);

try {
  installHost(await createStandIn(member, show));
  await remote.mount({ name, version, pages, domElementGetter: () => place, onError: reportError });
} catch (error) {
  place.textContent = error instanceof Error ? error.message : String(error);
  throw error;
}
