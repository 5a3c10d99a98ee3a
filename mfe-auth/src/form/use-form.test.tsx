import { act, fireEvent, render, screen } from '@testing-library/react';
import { useForm, type FormAnswer } from './use-form.ts';

interface Values {
  name: string;
  place: string;
}
type Send = (values: Values) => Promise<'leaving' | void>;

function Form({ send, answer }: { send: Send; answer?: FormAnswer<'name' | 'place'> }) {
  const form = useForm({
    initial: { name: '', place: '' },
    fields: ['name', 'place'],
    check: ({ name }) => ({ name: name ? undefined : { kind: 'required', text: 'A name, please.' } }),
    send,
    failed: () => answer ?? {},
  });
  const field = (name: 'name' | 'place') => (
    <>
      <input
        aria-label={name}
        aria-invalid={Boolean(form.error(name))}
        value={form.values[name]}
        onChange={(event) => form.set(name, event.target.value)}
        onBlur={() => form.touch(name)}
      />
      <p>{form.error(name)}</p>
    </>
  );
  return (
    <form {...form.form}>
      {field('name')}
      {field('place')}
      <p>{form.failure}</p>
      <button disabled={form.busy}>Send</button>
    </form>
  );
}

const submit = () => act(async () => fireEvent.submit(screen.getByRole('button')));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
const button = () => screen.getByRole<HTMLButtonElement>('button');

it('[AUTH-11] shows the error of a field only once it was left', () => {
  render(<Form send={() => Promise.resolve()} />);
  expect(screen.queryByText('A name, please.')).toBeNull();
  fireEvent.blur(screen.getByLabelText('place'));
  expect(screen.queryByText('A name, please.')).toBeNull();
  fireEvent.blur(screen.getByLabelText('name'));
  expect(screen.getByText('A name, please.')).toBeTruthy();
  type('name', 'Robin');
  expect(screen.queryByText('A name, please.')).toBeNull();
});

it('shows what the server found until that field is changed', async () => {
  const answer = { problems: { place: { kind: 'other' as const, text: 'No such place.' } } };
  render(<Form send={() => Promise.reject(new Error('refused'))} answer={answer} />);
  type('name', 'Robin');
  await submit();
  expect(screen.getByText('No such place.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('place'));
  type('name', 'Robyn');
  expect(screen.getByText('No such place.')).toBeTruthy();
  type('place', 'Here');
  expect(screen.queryByText('No such place.')).toBeNull();
});

it('can be sent again after a failure, and drops the old sentence meanwhile', async () => {
  const send = jest.fn<Promise<void>, [Values]>();
  send.mockRejectedValueOnce(new Error('down')).mockReturnValueOnce(new Promise(() => {}));
  render(<Form send={send} answer={{ text: 'Not now.' }} />);
  type('name', 'Robin');
  await submit();
  expect(screen.getByText('Not now.')).toBeTruthy();
  expect(button().disabled).toBe(false);
  await submit();
  expect(screen.queryByText('Not now.')).toBeNull();
  expect(button().disabled).toBe(true);
  await submit();
  expect(send).toHaveBeenCalledTimes(2);
  expect(send).toHaveBeenLastCalledWith({ name: 'Robin', place: '' });
});

it('stays busy while the next page opens', async () => {
  render(<Form send={() => Promise.resolve('leaving')} />);
  type('name', 'Robin');
  await submit();
  expect(button().disabled).toBe(true);
});

it('is ready again when the page stays', async () => {
  render(<Form send={() => Promise.resolve()} />);
  type('name', 'Robin');
  await submit();
  expect(button().disabled).toBe(false);
});
