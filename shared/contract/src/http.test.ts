import { ApiError, errorText } from './http.ts';

const BODY = {
  status: 400,
  error: 'validation_error',
  error_description: 'Choose an activity.',
  diagnostics: { activity_type_id: ['Choose an activity.'] },
  request_id: 'r1',
};

it("[SESS-07] a failed call reads 'status statusText: error_description (error)'", () => {
  const error = new ApiError(400, 'Bad Request', BODY);
  expect(error.message).toBe('400 Bad Request: Choose an activity. (validation_error)');
  expect(error).toMatchObject({
    status: 400,
    code: 'validation_error',
    description: 'Choose an activity.',
    diagnostics: { activity_type_id: ['Choose an activity.'] },
  });
});

it.each([
  [0, '', BODY],
  [502, 'Bad Gateway', null],
])("[SESS-07] without an answer of ours it is an 'Unknown Error' (%s)", (status, text, body) => {
  expect(errorText(status, text, body)).toBe('Unknown Error');
});

it('an answer of another form keeps its body and is an unknown error', () => {
  const error = new ApiError(502, 'Bad Gateway', '<html>');
  expect(error).toMatchObject({ code: 'unknown_error', description: '', diagnostics: {}, body: '<html>' });
});
