import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../test-render.tsx';
import { Checkbox, RadioGroup, Switch } from './choices.tsx';
import { Field } from './field.tsx';
import { FileDrop } from './file-drop.tsx';
import { FormError } from './form-error.tsx';
import { Input, NumberInput, Select, Textarea } from './inputs.tsx';
import { SegmentedControl } from './segmented-control.tsx';
import { EmailInput, PasswordInput } from './sign-in-inputs.tsx';

const user = userEvent.setup({ delay: null });

it('puts a hint below the control where it is asked to, still as its description', () => {
  renderUi(
    <Field label="Pace" hint="From distance and duration" hintBelow>
      <Input />
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'Pace', description: 'From distance and duration' });
  const hint = screen.getByText('From distance and duration');
  expect(input.compareDocumentPosition(hint)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('wires label, hint and error to the control', () => {
  renderUi(
    <Field label="E-mail" hint="We never show it." error="Invalid email format" touched required>
      <EmailInput />
    </Field>,
  );
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
  expect(input.type).toBe('email');
  expect(input.required).toBe(true);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'We never show it.',
    'Invalid email format',
  ]);
});

it('[AUTH-11] shows an error only once the field was left, and only while there is one', async () => {
  const { rerender } = renderUi(
    <Field label="First name" error="First name is required.">
      <Input />
    </Field>,
  );
  expect(screen.queryByText('First name is required.')).toBeNull();
  await user.click(screen.getByLabelText('First name'));
  expect(screen.queryByText('First name is required.')).toBeNull();
  await user.tab();
  expect(screen.getByText('First name is required.')).toBeTruthy();
  rerender(
    <Field label="First name">
      <Input />
    </Field>,
  );
  expect(screen.getByLabelText('First name').hasAttribute('aria-invalid')).toBe(false);
});

it('[AUTH-11] does not count moving between the parts of a group as leaving it', async () => {
  renderUi(
    <>
      <Field label="Birth date" group error="Birthdate is required.">
        <Input aria-label="Day" />
        <Input aria-label="Month" />
      </Field>
    </>,
  );
  await user.click(screen.getByLabelText('Day'));
  await user.tab();
  expect(screen.queryByText('Birthdate is required.')).toBeNull();
  await user.tab();
  expect(
    screen.getByRole('group', { name: 'Birth date', description: 'Birthdate is required.' }),
  ).toBeTruthy();
});

it('says what is optional', () => {
  renderUi(
    <Field label="Notes" optional>
      <Textarea />
    </Field>,
  );
  expect(screen.getByRole('textbox', { name: 'Notes (optional)' }).tagName).toBe('TEXTAREA');
});

it('[UI-03] shows and hides a password', async () => {
  renderUi(
    <Field label="Password">
      <PasswordInput fresh />
    </Field>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  expect([input.type, input.autocomplete]).toEqual(['password', 'new-password']);
  await user.type(input, 'Kestrel42');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect([input.type, input.value]).toEqual(['text', 'Kestrel42']);
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.type).toBe('password');
  await user.clear(input);
  await user.paste('from a password manager');
  expect(input.value).toBe('from a password manager');
});

it('[UI-03] has an e-mail field with the right keyboard', () => {
  renderUi(<EmailInput aria-label="E-mail" />);
  const input = screen.getByLabelText<HTMLInputElement>('E-mail');
  expect([input.type, input.inputMode, input.autocomplete]).toEqual(['email', 'email', 'email']);
});

function Distance({ whole = false }: { whole?: boolean }) {
  const [value, setValue] = useState('');
  return <NumberInput aria-label="Distance" unit="km" whole={whole} value={value} onChange={setValue} />;
}

it('keeps the typed number as it is and drops what no number has', async () => {
  renderUi(<Distance />);
  const input = screen.getByLabelText<HTMLInputElement>('Distance');
  await user.type(input, '12,50km');
  expect(input.value).toBe('12,50');
  expect(screen.getByText('km')).toBeTruthy();
});

it('takes no decimals where only whole numbers count', async () => {
  renderUi(<Distance whole />);
  const input = screen.getByLabelText<HTMLInputElement>('Distance');
  await user.type(input, '1.5');
  expect(input.value).toBe('15');
});

it('chooses from a list', async () => {
  const onChange = jest.fn();
  renderUi(
    <Field label="Gender">
      <Select placeholder="Choose" value="" onChange={onChange} options={[{ value: 'F', label: 'Female' }]} />
    </Field>,
  );
  await user.selectOptions(screen.getByLabelText('Gender'), 'Female');
  expect(onChange).toHaveBeenCalledWith('F');
});

it('ticks, switches and chooses one', async () => {
  const seen: unknown[] = [];
  renderUi(
    <>
      <Checkbox label="Share" hint="With friends" checked={false} onChange={(on) => seen.push(on)} />
      <Checkbox label="Some" indeterminate checked={false} onChange={jest.fn()} />
      <Switch label="Autopause" checked onChange={(on) => seen.push(on)} />
      <RadioGroup
        label="Privacy"
        value="all"
        onChange={(value) => seen.push(value)}
        options={[
          { value: 'all', label: 'Everyone' },
          { value: 'me', label: 'Only me' },
        ]}
      />
      <SegmentedControl
        label="Span"
        value="week"
        onChange={(value) => seen.push(value)}
        options={[
          { value: 'week', label: 'Week' },
          { value: 'year', label: 'Year' },
        ]}
      />
    </>,
  );
  await user.click(screen.getByRole('checkbox', { name: /Share/u, description: 'With friends' }));
  await user.click(screen.getByRole('switch', { name: 'Autopause' }));
  await user.click(screen.getByRole('radio', { name: 'Only me' }));
  await user.click(screen.getByRole('radio', { name: 'Year' }));
  expect(seen).toEqual([true, false, 'me', 'year']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Some' }).indeterminate).toBe(true);
  expect(screen.getByRole('radiogroup', { name: 'Span' })).toBeTruthy();
});

describe('the drop target', () => {
  const file = new File(['<gpx/>'], 'morning.gpx');

  it('takes dropped files, and chosen ones, several at once', async () => {
    const onFiles = jest.fn();
    const { container } = renderUi(<FileDrop onFiles={onFiles}>Drop your files</FileDrop>);
    const target = screen.getByText('Drop your files');
    fireEvent.dragOver(target, { dataTransfer: { files: [] } });
    expect(target.parentElement?.dataset['over']).toBe('');
    fireEvent.drop(target, { dataTransfer: { files: [file, file] } });
    expect(target.parentElement?.dataset['over']).toBeUndefined();
    await user.upload(container.querySelector('input') as HTMLInputElement, [file]);
    expect(onFiles.mock.calls).toEqual([[[file, file]], [[file]]]);
  });

  it('takes the first where one is wanted, and none while it is disabled', () => {
    const onFiles = jest.fn();
    const { rerender } = renderUi(<FileDrop onFiles={onFiles} multiple={false} />);
    fireEvent.drop(screen.getByText('Drop a file here'), { dataTransfer: { files: [file, file] } });
    rerender(<FileDrop onFiles={onFiles} multiple={false} disabled />);
    fireEvent.drop(screen.getByText('Drop a file here'), { dataTransfer: { files: [file] } });
    expect(onFiles.mock.calls).toEqual([[[file]]]);
  });
});

it('[UI-01] brings each failure of a form into view', () => {
  const scrollIntoView = jest.fn();
  Object.assign(Element.prototype, { scrollIntoView });
  const { rerender } = renderUi(<FormError>{null}</FormError>);
  expect(scrollIntoView).not.toHaveBeenCalled();
  for (const times of [1, 2]) {
    rerender(<FormError>You’re offline.</FormError>);
    expect(screen.getByRole('alert').textContent).toBe('You’re offline.');
    expect(scrollIntoView).toHaveBeenCalledTimes(times);
    // While it is sent again.
    rerender(<FormError>{null}</FormError>);
    expect(screen.queryByRole('alert')).toBeNull();
  }
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});
