import type { User } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { CountryPicker, Field, Grid, Input, Panel, Stack, Textarea } from '@waymark/ui';
import { Audience } from './audience.tsx';
import type { ProfileForm } from './use-profile-form.ts';

const TWO_COLUMNS = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

/** Name, words about oneself, and where one lives. */
export function PersonFields({ form, member }: { form: ProfileForm; member: User }) {
  const { t } = useLingui();
  const { draft, set, field } = form;
  const { profile } = member.default_privacy;
  return (
    <>
      <Panel title={<Trans>Name</Trans>}>
        <Stack gap={5}>
          <Field
            label={t`Display name`}
            hint={<Audience field="display_name" profile={profile} />}
            required
            {...field('display_name')}
          >
            <Input
              autoComplete="nickname"
              maxLength={80}
              value={draft.display_name}
              onChange={(event) => set('display_name', event.target.value)}
            />
          </Field>
          <Grid templateColumns={TWO_COLUMNS} gap={5}>
            <Field
              label={t`First name`}
              hint={<Audience field="first_name" profile={profile} />}
              required
              {...field('first_name')}
            >
              <Input
                autoComplete="given-name"
                maxLength={60}
                value={draft.first_name}
                onChange={(event) => set('first_name', event.target.value)}
              />
            </Field>
            <Field
              label={t`Last name`}
              hint={<Audience field="last_name" profile={profile} />}
              required
              {...field('last_name')}
            >
              <Input
                autoComplete="family-name"
                maxLength={60}
                value={draft.last_name}
                onChange={(event) => set('last_name', event.target.value)}
              />
            </Field>
          </Grid>
        </Stack>
      </Panel>
      <Panel title={<Trans>About you</Trans>}>
        <Stack gap={5}>
          <Field
            label={t`Title`}
            hint={<Audience field="title" profile={profile} />}
            optional
            {...field('title')}
          >
            <Input
              maxLength={60}
              placeholder={t`Trail runner`}
              value={draft.title}
              onChange={(event) => set('title', event.target.value)}
            />
          </Field>
          <Field
            label={t`Introduction`}
            hint={<Audience field="introduction" profile={profile} />}
            optional
            {...field('introduction')}
          >
            <Textarea
              maxLength={2000}
              value={draft.introduction}
              onChange={(event) => set('introduction', event.target.value)}
            />
          </Field>
          <Field
            label={t`What you train for`}
            hint={<Audience field="goal_statement" profile={profile} />}
            optional
            {...field('goal_statement')}
          >
            <Textarea
              maxLength={1000}
              placeholder={t`A half marathon in spring`}
              value={draft.goal_statement}
              onChange={(event) => set('goal_statement', event.target.value)}
            />
          </Field>
          <Grid templateColumns={TWO_COLUMNS} gap={5}>
            <Field
              label={t`City`}
              hint={<Audience field="location" profile={profile} />}
              optional
              {...field('locality')}
            >
              <Input
                autoComplete="address-level2"
                maxLength={120}
                value={draft.locality}
                onChange={(event) => set('locality', event.target.value)}
              />
            </Field>
            <Field
              label={t`State or region`}
              hint={<Audience field="location" profile={profile} />}
              optional
              {...field('region')}
            >
              <Input
                autoComplete="address-level1"
                maxLength={120}
                value={draft.region}
                onChange={(event) => set('region', event.target.value)}
              />
            </Field>
            <Field
              label={t`Country`}
              hint={<Audience field="location" profile={profile} />}
              optional
              {...field('country')}
            >
              <CountryPicker value={draft.country} onChange={(value) => set('country', value)} />
            </Field>
          </Grid>
        </Stack>
      </Panel>
    </>
  );
}
