import {
  forgetHandover,
  rememberedEmail,
  rememberEmail,
  storedOnboarding,
  storeOnboarding,
} from './handover.ts';

beforeEach(() => sessionStorage.clear());

it('hands an address and a profile to the next page, until somebody has signed in', () => {
  rememberEmail(' robin@waymark.example ');
  storeOnboarding({ email: 'robin@waymark.example', location: { country: 'US' } });
  expect(rememberedEmail()).toBe('robin@waymark.example');
  expect(storedOnboarding()).toEqual({ email: 'robin@waymark.example', location: { country: 'US' } });
  forgetHandover();
  expect([rememberedEmail(), storedOnboarding(), sessionStorage.length]).toEqual(['', null, 0]);
});

it('does not keep an empty address', () => {
  rememberEmail('robin@waymark.example');
  rememberEmail('  ');
  expect(rememberedEmail()).toBe('');
});

it('starts empty when what is stored cannot be read', () => {
  sessionStorage.setItem('waymark.auth.onboarding', '{broken');
  expect(storedOnboarding()).toBeNull();
});

it('starts empty where the browser has no storage', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
  rememberEmail('robin@waymark.example');
  forgetHandover();
  expect([rememberedEmail(), storedOnboarding()]).toEqual(['', null]);
});
