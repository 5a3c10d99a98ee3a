import { Email } from '@waymark/api-contract';
import { isEmail } from '@waymark/api-contract/limits';
import { attemptError, kindOf } from './problems.ts';

it.each([
  'robin@waymark.example',
  'r.o-b_in+tag@sub.waymark.example',
  "o'neil@waymark.example",
  'robin',
  'robin@',
  'robin@waymark',
  '.robin@waymark.example',
  'ro..bin@waymark.example',
  'robin@@waymark.example',
  'robin@-waymark.example',
  'ro bin@waymark.example',
  'robin@waymark.e',
])('judges %p as the server does', (text) => {
  expect(isEmail(text)).toBe(Email.safeParse(text).success);
});

it('[AUTH-14] recognises what the server says by its text', () => {
  expect(
    [
      'Integrity failure: this e-mail is already in use.',
      'Select a valid choice. X is not one of them.',
      'You are ineligible to participate.',
      'Email is required.',
      'Invalid email format',
      'Something else.',
    ].map((text) => kindOf(text)),
  ).toEqual(['in_use', 'choice', 'ineligible', 'required', 'format', 'other']);
});

it('[AUTH-14] recognises a translated problem by its code', () => {
  expect(kindOf('Diese Adresse wird schon benutzt.', 'in_use')).toBe('in_use');
  expect(kindOf('Bitte ausfüllen.', 'required')).toBe('required');
});

it('[AUTH-13] names each kind of error in the log', () => {
  const text = '';
  expect(
    attemptError({
      email: { kind: 'format', text },
      password: { kind: 'required', text },
      gender: { kind: 'required', text },
      country: { kind: 'choice', text },
      birthdate: undefined,
    }),
  ).toBe('blank_password_gender,email_invalid_format,country_unknown_error');
});
