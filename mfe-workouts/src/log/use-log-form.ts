import type { RouteSummary } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { isSavedBefore, useFailureText } from '@waymark/remote';
import { useHealthConsent } from '@waymark/remote/health-consent';
import type { MeasurementSystem } from '@waymark/units';
import { useId, useState } from 'react';
import { checkLog, HEART_RATE_FIELDS, isTyped, type LogErrors } from './check-log.ts';
import { FIELD_OF, withEnd, withMeasure, withRoute, type LogValues, type Measure } from './log-values.ts';

/** `validation_error` when the answer said what is wrong with which field, otherwise `unknown_error`. */
export interface SaveError {
  code: 'validation_error' | 'unknown_error';
  text: string;
  /** The workout is there, as it was sent before its last changes. */
  isStored: boolean;
}

interface LogFormOptions {
  /** Hears every change. */
  onChange?: (values: LogValues) => void;
  /** What stands in the form is a workout that is there. */
  saved?: boolean;
}

/** State of the form: values, what is wrong with them, and saving. */
export function useLogForm(
  start: LogValues,
  system: MeasurementSystem,
  save: (values: LogValues, photos: readonly File[]) => Promise<void>,
  { onChange, saved }: LogFormOptions = {},
) {
  const [values, setValues] = useState(start);
  const [submitted, setSubmitted] = useState(false);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<SaveError | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<Partial<Record<keyof LogValues, string>>>({});
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [now, setNow] = useState(() => new Date());
  const formId = useId();
  const failureText = useFailureText();

  const take = (taken: LogValues, changed: keyof LogValues) => {
    const at = new Date();
    const isStartEntered = changed === 'date' || changed === 'time';
    const endsNow = taken.endsNow && !isStartEntered;
    const next = endsNow ? withEnd(taken, at) : { ...taken, endsNow: false };
    setValues(next);
    setNow(at);
    setRefused((before) => ({ ...before, [changed]: undefined }));
    onChange?.(next);
  };
  const before = saved ? start : undefined;
  const isHeartRateTyped = HEART_RATE_FIELDS.some((field) => isTyped(field, values, before));
  const health = useHealthConsent(failure, isHeartRateTyped);
  const check = (at: Date): LogErrors => checkLog(values, at, system, before, health.hasConsent);
  const errors = check(now);

  // The fields learn in the next render that they are invalid.
  const focusFirstInvalidField = () =>
    requestAnimationFrame(() =>
      document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    );

  return {
    formId,
    values,
    errors,
    refused,
    submitted,
    saving,
    error,
    health,
    /** Chosen, to be sent once the workout is there. */
    photos,
    setPhotos,
    set: <K extends keyof LogValues>(field: K, value: LogValues[K]) =>
      take({ ...values, [field]: value }, field),
    setMeasure: (measure: Measure, typed: string | number | null) =>
      take(withMeasure(values, measure, typed, system), measure),
    setRoute: (route: RouteSummary | null) => take(withRoute(values, route, system), 'routeId'),
    setAll: (changes: Partial<LogValues>, changed: keyof LogValues) =>
      take({ ...values, ...changes }, changed),
    async submit(): Promise<void> {
      setSubmitted(true);
      setError(null);
      if (Object.keys(check(new Date())).length > 0) {
        setNow(new Date());
        focusFirstInvalidField();
        return;
      }
      setSaving(true);
      try {
        await save(values, photos);
      } catch (failed) {
        setFailure(failed);
        const known = failed instanceof ApiError ? failed : null;
        const fields = Object.entries(known?.diagnostics ?? {}).map(([name, texts]) => [
          FIELD_OF[name] ?? 'name',
          texts[0] ?? '',
        ]);
        setRefused(Object.fromEntries(fields) as Partial<Record<keyof LogValues, string>>);
        setError({
          code: fields.length > 0 ? 'validation_error' : 'unknown_error',
          text: failureText(failed),
          isStored: isSavedBefore(failed),
        });
        if (fields.length > 0) focusFirstInvalidField();
      } finally {
        setSaving(false);
      }
    },
  };
}

export type LogForm = ReturnType<typeof useLogForm>;
