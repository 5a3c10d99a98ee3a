import { ApiError } from '@waymark/contract';
import { createI18n } from '@waymark/i18n';
import { failureTextIn } from './failure-text.ts';

const i18n = createI18n('en-us');
const refusal = (status: number, error_description: string) =>
  new ApiError(status, '', { status, error: 'busy', error_description, request_id: 'r' });

afterEach(() => jest.restoreAllMocks());

it.each([undefined, 'The bookmark was not saved.'])(
  '[UI-01] no connection and no answer are told as what they are, whatever else a page would say (%s)',
  (fallback) => {
    const noAnswer = new ApiError(0, '', null);
    expect(failureTextIn(i18n, noAnswer, fallback)).toMatch(/^We couldn’t reach Waymark/);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(failureTextIn(i18n, noAnswer, fallback)).toMatch(/^You’re offline/);
  },
);

it("[UI-01] an answer speaks in the server's sentence, else in the page's", () => {
  expect(failureTextIn(i18n, refusal(503, 'Try again in a minute.'), 'Not saved.')).toBe(
    'Try again in a minute.',
  );
  expect(failureTextIn(i18n, new ApiError(502, 'Bad Gateway', null), 'Not saved.')).toBe('Not saved.');
  expect(failureTextIn(i18n, new Error('the browser refused'), 'Not saved.')).toBe('Not saved.');
});

it("[UI-01] without words of the page the server's own failure is told as that, and a refusal in its sentence", () => {
  expect(failureTextIn(i18n, refusal(500, 'Request r failed.'))).toMatch(/^Something went wrong on our side/);
  expect(failureTextIn(i18n, refusal(409, 'You have a goal like this.'))).toBe('You have a goal like this.');
});
