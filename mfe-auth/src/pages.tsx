import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';

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

/** The pages of this remote; their addresses stand in `waymark.json`: the build compares the two. */
export function App() {
  return (
    <Routes>
      <Route path="/auth/login" element={<LoginPage />} />
      <Route path="/auth/signup" element={<SignupPage />} />
      <Route path="/auth/forgot_password" element={<ForgotPasswordPage />} />
      <Route path="/password_reset/*" element={<ResetPasswordPage />} />
      <Route path="/verify_email/*" element={<VerifyEmailPage />} />
      <Route path="/email_verified" element={<VerifyEmailPage />} />
      <Route path="/privacy_center/ineligible" element={<AgeGatePage />} />
    </Routes>
  );
}
