import type { RemotePages } from '@waymark/remote';
import { lazy } from 'react';

const LoginPage = lazy(() => import(/* webpackChunkName: "login" */ './login/login-page.tsx'));
const SignupPage = lazy(() => import(/* webpackChunkName: "signup" */ './signup/signup-page.tsx'));
const ForgotPasswordPage = lazy(
  () => import(/* webpackChunkName: "forgot-password" */ './forgot-password/forgot-password-page.tsx'),
);
const ResetPasswordPage = lazy(
  () => import(/* webpackChunkName: "reset-password" */ './reset-password/reset-password-page.tsx'),
);
const VerifyEmailPage = lazy(
  () => import(/* webpackChunkName: "verify-email" */ './verify-email/verify-email-page.tsx'),
);
const AgeGatePage = lazy(() => import(/* webpackChunkName: "age-gate" */ './age-gate/age-gate-page.tsx'));
const AuthorizePage = lazy(
  () => import(/* webpackChunkName: "authorize" */ './authorize/authorize-page.tsx'),
);
const PersonalizationPage = lazy(
  () => import(/* webpackChunkName: "personalization" */ './personalization/personalization-page.tsx'),
);
const ChatAppPage = lazy(() => import(/* webpackChunkName: "chat-app" */ './chat-app/chat-app-page.tsx'));

/** The pages of this remote by their names in `waymark.json`, where their addresses and guards stand. */
export const pages: RemotePages = {
  login: <LoginPage />,
  signup: <SignupPage />,
  'forgot-password': <ForgotPasswordPage />,
  'reset-password': <ResetPasswordPage />,
  'verify-email': <VerifyEmailPage />,
  'age-gate': <AgeGatePage />,
  authorize: <AuthorizePage />,
  'chat-app': <ChatAppPage />,
  personalization: <PersonalizationPage />,
};
