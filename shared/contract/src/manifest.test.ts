import { RemoteDeclaration } from './manifest.ts';

const page = { pattern: '/hello' };

it('a declaration gets the standard layout and guard', () => {
  const { pages } = RemoteDeclaration.parse({ name: 'mfe-hello', version: '1.0.0', pages: [page] });
  expect(pages[0]).toEqual({
    pattern: '/hello',
    guard: 'none',
    firstCalls: [],
    layout: { wide: false, reduced: false, header: true, footer: true },
  });
});

it.each([
  [{ name: 'hello', version: '1.0.0', pages: [page] }, 'A remote is named mfe-something.'],
  [
    { name: 'mfe-hello', version: '1.0.0', pages: [{ pattern: 'hello' }] },
    'A page pattern starts with a slash',
  ],
  [{ name: 'mfe-hello', version: '1.0.0', pages: [] }, 'expected array to have >=1 items'],
  [
    {
      name: 'mfe-hello',
      version: '1.0.0',
      pages: [{ ...page, variants: { rollout: 'drawing', default: 'ink', options: { oil: {} } } }],
    },
    'The default variant is one of the options.',
  ],
  [{ name: 'mfe-hello', version: 'one', pages: [page] }, 'version'],
])('a wrong declaration is refused with the reason (%#)', (declaration, reason) => {
  expect(JSON.stringify(RemoteDeclaration.safeParse(declaration).error?.issues)).toContain(reason);
});
