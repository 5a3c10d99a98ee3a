import { expectSamePages } from '@waymark/remote/testing';
import declaration from '../waymark.json' with { type: 'json' };
import { pages } from './pages.tsx';

it('every declared page has its component, and every component its address', () =>
  expectSamePages(pages, declaration));
