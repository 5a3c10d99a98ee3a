import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Field, FormError, Input, Select, Skeleton, Stack, Textarea } from '@waymark/ui';
import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from 'react-router-dom';
import type { Planner, RouteForm } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { taskOf } from './send-route.ts';
import { type SaveField, useSave } from './use-save.ts';
import { type ActivityOptionGroup, OUTDOOR_ROOTS, POPULAR_ROUTE_IDS } from '@waymark/activities';
import { loadActivityOptions } from '@waymark/remote';
import { msg } from '@lingui/core/macro';
import { localityOf } from '../../shared/find-place.ts';

// The list of activities is long, and drawing comes first.
const ActivityTypePicker = lazy(() =>
  import(/* webpackChunkName: "planner-save" */ '@waymark/ui').then((module) => ({
    default: module.ActivityTypePicker,
  })),
);

const NAME_MAX = 200;
const DESCRIPTION_MAX = 5000;

/** Name, activity, who can see it, description: and the button that saves them with the course. */
export function SavePanel({ planner }: { planner: Planner }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const became = usePlanner(planner, (state) => state.base.id);
  const task = became === undefined ? taskOf(pathname) : { kind: 'edit' as const, id: String(became) };
  const form = usePlanner(planner, (state) => state.form);
  const privacy = usePrivacyOptions();
  const { save, saving, problem, mend } = useSave(planner, task);
  const element = useRef<HTMLFormElement>(null);
  const [naming, setNaming] = useState(false);
  useSuggestedName(planner, naming);

  // The first field that is wrong takes the focus.
  useEffect(() => {
    if (problem) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);

  const set = (change: Partial<RouteForm>, field: SaveField) => {
    mend(field);
    planner.setForm(change);
  };
  const wrong = (field: SaveField) => ({ error: problem?.fields[field], touched: true });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };

  return (
    <form ref={element} noValidate onSubmit={submit} aria-label={t`Save the route`}>
      <Stack gap={4}>
        <Field label={<Trans>Name</Trans>} required {...wrong('name')}>
          <Input
            value={form.name}
            maxLength={NAME_MAX}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value, named: true }, 'name')}
            onFocus={() => setNaming(true)}
            onBlur={() => {
              setNaming(false);
              if (form.name.trim() === '') planner.setForm({ named: false });
            }}
          />
        </Field>
        <Field label={<Trans>Activity</Trans>} {...wrong('activity_type_id')}>
          <Suspense fallback={<Skeleton height="40px" />}>
            <ActivityTypePicker
              load={loadOutdoorOptions}
              value={form.activityTypeId}
              onChange={(id) => set({ activityTypeId: id }, 'activity_type_id')}
            />
          </Suspense>
        </Field>
        <Field label={<Trans>Who can see it</Trans>} {...wrong('privacy')}>
          <Select
            options={privacy}
            value={String(form.privacy)}
            onChange={(value) => set({ privacy: Number(value) as RouteForm['privacy'] }, 'privacy')}
          />
        </Field>
        <Field label={<Trans>Description</Trans>} optional {...wrong('description')}>
          <Textarea
            style={{ maxHeight: '40dvh' }}
            rows={3}
            value={form.description}
            maxLength={DESCRIPTION_MAX}
            onChange={(event) => set({ description: event.target.value }, 'description')}
          />
        </Field>
        <FormError
          action={
            problem?.again && (
              <Button size="sm" loading={saving} onClick={() => void save()}>
                <Trans>Try again</Trans>
              </Button>
            )
          }
        >
          {problem?.text}
        </FormError>
        <Box>
          <Button type="submit" variant="primary" loading={saving}>
            {task.kind === 'edit' ? (
              <Trans>Save changes</Trans>
            ) : task.kind === 'copy' ? (
              <Trans>Save as a new route</Trans>
            ) : (
              <Trans>Save route</Trans>
            )}
          </Button>
        </Box>
      </Stack>
    </form>
  );
}

/** What people do along a line on a map, popular ones first. @throws ApiError as `loadActivityOptions` does */
export async function loadOutdoorOptions(): Promise<ActivityOptionGroup[]> {
  const groups = await loadActivityOptions(POPULAR_ROUTE_IDS);
  return groups
    .map(({ key, label, options }) => ({
      key,
      label,
      options: options.filter(({ rootId }) => OUTDOOR_ROOTS.includes(rootId)),
    }))
    .filter(({ options }) => options.length > 0);
}

/** The levels of privacy with their names, as selects show them. */
function usePrivacyOptions(): { value: string; label: string }[] {
  const { t } = useLingui();
  return [
    { value: '0', label: t`Private (only me)` },
    { value: '1', label: t`Friends` },
    { value: '3', label: t`Everyone` },
    { value: '6', label: t`Anyone with the link` },
  ];
}

/** The start may still be on its way. */
const WAIT_MS = 400;

/**
 * Names the route after where it starts, for as long as the member has not named it: '{locality} Route'.
 * @param writing the cursor is in the field: what comes meanwhile would mix with what is typed
 */
function useSuggestedName(planner: Planner, writing: boolean): void {
  const { i18n } = useLingui();
  const named = usePlanner(planner, ({ form }) => form.named);
  const lat = usePlanner(planner, ({ plan }) => plan.start?.lat);
  const lng = usePlanner(planner, ({ plan }) => plan.start?.lng);
  useEffect(() => {
    if (named || writing || lat === undefined || lng === undefined) return undefined;
    let here = true;
    const suggest = async () => {
      const locality = await localityOf({ lat, lng });
      if (!here || planner.get().form.named) return;
      planner.setForm({ name: i18n._(locality ? msg`${locality} Route` : msg`Route`) });
    };
    const timer = setTimeout(() => void suggest(), WAIT_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [planner, named, writing, lat, lng, i18n]);
}
