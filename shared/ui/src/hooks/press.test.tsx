import { fireEvent, screen, waitFor } from '@testing-library/react';
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
  const stop = (event: Event) => event.stopPropagation();
  document.body.addEventListener('click', stop);
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByText('Cancel') });
  afterPress(() => changed.push('first'));
  afterPress(() => changed.push('second'));
  expect(changed).toEqual([]);
  await user.pointer({ keys: '[/MouseLeft]', target: document.body });
  document.body.removeEventListener('click', stop);
  expect(changed).toEqual(['first', 'second']);
  // The browser's own menu swallows what comes after it was opened.
  await user.pointer({ keys: '[MouseRight>]', target: screen.getByText('Cancel') });
  expect(document.activeElement).not.toBe(screen.getByLabelText('Name'));
  afterPress(() => changed.push('at once'));
  expect(changed).toEqual(['first', 'second', 'at once']);
  fireEvent.mouseDown(document.body);
  afterPress(() => changed.push('with the next key, as after a drag'));
  await user.keyboard('{Shift}');
  await waitFor(() => expect(changed).toHaveLength(4));
});
