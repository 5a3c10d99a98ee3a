import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from '../forms/field.tsx';
import { Input } from '../forms/inputs.tsx';
import { renderUi } from '../test-render.tsx';
import { afterPress } from './press.ts';

const SENTENCE = 'Enter a name.';

function Page() {
  const [pressed, setPressed] = useState('');
  return (
    <>
      <Field label="Name" error={SENTENCE}>
        <Input />
      </Field>
      <button type="button" onClick={() => setPressed(screen.queryByText(SENTENCE) ? 'moved' : 'in place')}>
        Cancel
      </button>
      <p>{pressed}</p>
    </>
  );
}

it('[UI-03] the sentence of a field that is left by a press comes once its click is handled', async () => {
  const user = userEvent.setup();
  renderUi(<Page />);
  await user.click(screen.getByLabelText('Name'));
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByText('Cancel') });
  expect(screen.queryByText(SENTENCE)).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target: screen.getByText('Cancel') });
  expect(screen.getByText('in place')).toBeTruthy();
  expect(screen.getByText(SENTENCE)).toBeTruthy();
});

it('[UI-03] it comes at once when the field is left by a key, and also after a press that became no click', async () => {
  const user = userEvent.setup();
  renderUi(<Page />);
  await user.click(screen.getByLabelText('Name'));
  await user.tab();
  expect(screen.getByText(SENTENCE)).toBeTruthy();

  const changed: string[] = [];
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByText('Cancel') });
  afterPress(() => changed.push('first'));
  afterPress(() => changed.push('second'));
  expect(changed).toEqual([]);
  await user.pointer({ keys: '[/MouseLeft]', target: document.body });
  expect(changed).toEqual(['first', 'second']);
  afterPress(() => changed.push('at once'));
  expect(changed).toEqual(['first', 'second', 'at once']);
});
