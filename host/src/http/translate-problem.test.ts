import { createI18n } from '@waymark/i18n';
import {
  CALL_PROBLEM_CODES,
  CHAT_APP_PROBLEM_CODES,
  FIELD_PROBLEM_CODES,
  FILE_PROBLEM_CODES,
} from '@waymark/api-contract/problems';
import * as messages from '@waymark/remote/problem-messages';
import { createProblemTranslator } from './translate-problem.ts';

const load = () => Promise.resolve(messages);
const german = () => createI18n('de', {});
const refusal = (error: string, more: object = {}) => ({
  status: 409,
  error,
  error_description: 'In English.',
  request_id: 'r',
  ...more,
});
const valuesFor = (names: readonly string[]) => Object.fromEntries(names.map((name, i) => [name, i + 17]));

it.each(Object.entries(CALL_PROBLEM_CODES))('has a sentence for the code %s', async (error, names) => {
  const parameters = valuesFor(names);
  const body = await createProblemTranslator(german(), load)(refusal(error, { parameters }));
  const { error_description: sentence } = body as { error_description: string };
  expect(sentence).not.toBe('In English.');
  expect(sentence).toMatch(/^\S.+[.]$/);
  expect(sentence).not.toMatch(/[{}]/);
  // An id, or a secret of the payment provider, tells the page what to open; it is no part of the sentence.
  for (const [name, value] of Object.entries(parameters))
    if (name !== 'id' && name !== 'client_secret') expect(sentence).toContain(String(value));
});

it.each([...FILE_PROBLEM_CODES, ...CHAT_APP_PROBLEM_CODES.map((code) => `line/${code}`)])(
  'has a sentence for files and chat apps with the code %s',
  async (error) => {
    const body = await createProblemTranslator(german(), load)(refusal(error));
    expect((body as { error_description: string }).error_description).not.toBe('In English.');
  },
);

it.each(Object.entries(FIELD_PROBLEM_CODES))(
  'has a sentence for fields with the code %s',
  async (code, names) => {
    const parameters = valuesFor(names);
    const body = await createProblemTranslator(
      german(),
      load,
    )(
      refusal('validation_error', {
        diagnostics: { name: ['In English.'], leg: ['3'] },
        field_problems: { name: [{ code, parameters }] },
      }),
    );
    const { diagnostics } = body as { diagnostics: Record<string, string[]> };
    expect(diagnostics['name']![0]).not.toBe('In English.');
    for (const value of Object.values(parameters)) expect(diagnostics['name']![0]).toContain(String(value));
    // A field without a code keeps what the server says.
    expect(diagnostics['leg']).toEqual(['3']);
  },
);

it('speaks the language of the page by its catalogue', async () => {
  const { id } = messages.CALL_PROBLEM_MESSAGES.too_many_photos;
  const i18n = createI18n('de', { [id]: ['Höchstens ', ['max'], ' Fotos.'] });
  const body = await createProblemTranslator(
    i18n,
    load,
  )(refusal('too_many_photos', { parameters: { max: 30 } }));
  expect(body).toMatchObject({ error: 'too_many_photos', error_description: 'Höchstens 30 Fotos.' });
});

it("keeps the server's sentence on English pages, for unknown codes, and without the catalogue", async () => {
  const neverLoaded = jest.fn(load);
  const known = refusal('not_found');
  expect(await createProblemTranslator(createI18n('en-us'), neverLoaded)(known)).toBe(known);
  expect(neverLoaded).not.toHaveBeenCalled();
  const unknown = refusal('a_code_of_tomorrow');
  expect(await createProblemTranslator(german(), load)(unknown)).toEqual(unknown);
  expect(await createProblemTranslator(german(), () => Promise.reject(new Error('offline')))(known)).toBe(
    known,
  );
  expect(await createProblemTranslator(german(), load)(null)).toBe(null);
});
