import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Box, Button, Field, Input, Select, Skeleton, Stack, Textarea } from '@waymark/ui';
import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from 'react-router-dom';
import type { Planner, RouteForm } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { loadOutdoorOptions } from './outdoor-options.ts';
import { usePrivacyOptions } from './privacy-options.ts';
import { taskOf } from './send-route.ts';
import { type SaveField, useSave } from './use-save.ts';
import { useSuggestedName } from './use-suggested-name.ts';

// The list of activities is long, and drawing comes first.
const ActivityTypePicker = lazy(
  () => import(/* webpackChunkName: "planner-activities" */ './activity-chunk.ts'),
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
        {problem && (
          <Banner
            kind="error"
            action={
              problem.again && (
                <Button size="sm" loading={saving} onClick={() => void save()}>
                  <Trans>Try again</Trans>
                </Button>
              )
            }
          >
            {problem.text}
          </Banner>
        )}
        <Box>
          <Button type="submit" variant="primary" loading={saving} aria-disabled={saving}>
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
