import { expectSamePages } from '@waymark/remote/testing';
import declaration from '../waymark.json' with { type: 'json' };
import { pages } from './pages.tsx';

it('every declared page has its component, and every component its address', () =>
  expectSamePages(pages, declaration));

it('[PREM-06] [PREM-04] [PRIV-05] whoever must answer changed terms or is leaving still ends premium, reads receipts and has their gifts', () => {
  const open = declaration.pages.filter((page) => 'openWhileBlocked' in page && page.openWhileBlocked);
  expect(open.map(({ chunk }) => chunk)).toEqual(['to-membership', 'membership', 'receipt', 'gift-card']);
});
