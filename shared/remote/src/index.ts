export { defineRemote, type RemoteProps } from './define-remote.tsx';
export { PageRoutes, type DeclaredPage, type RemotePages } from './page-routes.tsx';
export {
  useCountry,
  useFirstDayOfWeek,
  useFormatLocale,
  useLocale,
  useMeasurementSystem,
  useRollout,
  useSession,
  useSettings,
  usePageTitle,
} from './hooks.ts';
export {
  callKey,
  callQuery,
  endsIdempotencyKey,
  followChanges,
  isAnswerLost,
  isSavedBefore,
  useCall,
  useDelete,
  useSend,
} from './calls.ts';
export { failureTextIn, useFailureText } from './failure-text.ts';
export { createIdempotencyKey, type IdempotencyKey } from './idempotency-key.ts';
export { AppLink } from './app-link.tsx';
export { loadActivityOptions } from './activity-options.ts';
export { fileWords, problemIn, saveFile } from './save-file.ts';
export { useAfterPaint, useChunk } from './use-chunk.ts';
export { EntityMissing, type EntityMissingProps } from './entity-missing.tsx';
