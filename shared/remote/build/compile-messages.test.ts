import { transformSync } from '@swc/core';
import assert from 'node:assert/strict';
import test from 'node:test';
import compileMessages from './compile-messages.ts';
import { swcOptions } from './swc.ts';

/** What the two loaders make of a source file. */
const built = (source: string) =>
  compileMessages(transformSync(source, { filename: 'page.tsx', ...swcOptions() }).code);

test('texts with names and plurals need no parser in the browser', () => {
  const code = built(`import { Plural, Trans, useLingui } from '@lingui/react/macro';
    export function Page({ name, n }) {
      const { t } = useLingui();
      return <p title={t\`It's "\${name}"\`}>
        <Trans>Hello <b>{name}</b></Trans>
        <Plural value={n} one="# run" other="# runs" />
      </p>;
    }`);
  assert.ok(code.includes(`message: ["It's \\"",["name"],"\\""]`), code);
  assert.ok(code.includes('message: ["Hello <0>",["name"],"</0>"]'), code);
  assert.ok(code.includes('message: [["n","plural",{"one":["#"," run"],"other":["#"," runs"]}]]'), code);
});

test('texts with a context are found, plain ones stay as they are', () => {
  const code = built(`import { msg } from '@lingui/core/macro';
    export const open = msg({ message: '{n} open', context: 'a shop' });
    export const plain = msg\`Nothing here yet.\`;`);
  assert.ok(code.includes('message: [["n"]," open"]'), code);
  assert.ok(code.includes('message: "Nothing here yet."'), code);
});

test('a property that only looks like a text is left alone', () => {
  assert.ok(built(`export const notice = { id: 'a', message: "{n} of {m}" };`).includes('"{n} of {m}"'));
});
