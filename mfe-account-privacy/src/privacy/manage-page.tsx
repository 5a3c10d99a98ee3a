import type { ConsentChoice } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import { Banner, Box, Button, chakra, Flex, Link, Panel, Stack, Switch, Text } from '@waymark/ui';
import { useState } from 'react';
import { ConsentsGate } from './consents-gate.tsx';
import { OptOutNote } from './opt-out-note.tsx';
import { PrivacyFrame, usePrivacyLinks } from './privacy-frame.tsx';
import { RegionField } from './region-field.tsx';
import { StoredHealthData } from './stored-health-data.tsx';
import {
  isOutdated,
  useConsents,
  type ConsentItem,
  type Consents,
  type ConsentsState,
} from './use-consents.ts';

/** Everything that is optional, each with a switch, and the ways to one's data. */
export default function ManagePage() {
  const { t } = useLingui();
  const state = useConsents();
  return (
    <PrivacyFrame
      title={t`Your choices`}
      lead={<Trans>Change your mind any time. It takes effect right away.</Trans>}
    >
      <ConsentsGate state={state}>
        {(consents) => (
          <Stack gap={6}>
            <OptOutNote status={consents.status} />
            <RegionField consents={consents} state={state} />
            {consents.status.needs_answer && state.isMember && (
              <MustAnswer hasChanged={consents.items.some(isOutdated)} />
            )}
            <Choices consents={consents} state={state} />
            {state.isMember && <StoredHealthData />}
            {state.isMember && <YourData />}
          </Stack>
        )}
      </ConsentsGate>
    </PrivacyFrame>
  );
}

function MustAnswer({ hasChanged }: { hasChanged: boolean }) {
  const { link } = usePrivacyLinks();
  return (
    <Banner
      kind="warning"
      title={<Trans>We need an answer from you</Trans>}
      action={
        <Button size="sm" href={link('consents/edit')}>
          <Trans>Answer now</Trans>
        </Button>
      }
    >
      {hasChanged ? (
        <Trans>Some of what we ask for has changed.</Trans>
      ) : (
        <Trans>Some questions are still open.</Trans>
      )}
    </Banner>
  );
}

/** Switches that are saved at once; all of them can be refused as quickly as accepted. */
function Choices({ consents, state }: { consents: Consents; state: ConsentsState }) {
  const failureText = useFailureText();
  const [pending, setPending] = useState<Record<string, boolean>>({});
  const optional = consents.items.filter(({ kind }) => kind !== 'required');
  const isOn = ({ id, current }: ConsentItem) => pending[id] ?? current.is_granted;
  const answer = async (ids: readonly string[], choice: ConsentChoice) => {
    const chosen = Object.fromEntries(ids.map((id) => [id, choice]));
    setPending((before) => ({
      ...before,
      ...Object.fromEntries(ids.map((id) => [id, choice === 'accepted'])),
    }));
    try {
      await state.answer(chosen);
    } catch (error) {
      void notify({ kind: 'error', text: failureText(error) });
    } finally {
      // From here on the answer of the server counts.
      setPending((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))));
    }
  };
  const all = optional.map(({ id }) => id);
  return (
    <Panel
      title={<Trans>What you allow Waymark to do</Trans>}
      action={
        <Flex gap={2} wrap="wrap">
          <Button disabled={state.isSending} onClick={() => void answer(all, 'declined')}>
            <Trans>Refuse all</Trans>
          </Button>
          <Button disabled={state.isSending} onClick={() => void answer(all, 'accepted')}>
            <Trans>Accept all</Trans>
          </Button>
        </Flex>
      }
    >
      <Stack gap={5}>
        {optional.map((item) => (
          <Box key={item.id}>
            <Switch
              label={<span data-untranslated="">{item.title}</span>}
              hint={
                <>
                  <chakra.span display="block" data-untranslated="">
                    {item.text}
                  </chakra.span>
                  {!isOn(item) && (
                    <chakra.span display="block" marginTop={1}>
                      <Trans>
                        While it’s off: <span data-untranslated="">{item.consequence}</span>
                      </Trans>
                    </chakra.span>
                  )}
                </>
              }
              checked={isOn(item)}
              onChange={(checked) => void answer([item.id], checked ? 'accepted' : 'declined')}
            />
          </Box>
        ))}
      </Stack>
    </Panel>
  );
}

function YourData() {
  const { deletePage } = usePrivacyLinks();
  return (
    <Panel title={<Trans>Your data</Trans>}>
      <Stack gap={2}>
        <Text>
          <Link href="/account/data">
            <Trans>Download everything</Trans>
          </Link>
        </Text>
        <Text>
          <Link href="/workouts/privacy_zones">
            <Trans>Privacy zones: places others do not see</Trans>
          </Link>
        </Text>
        <Text>
          <Link href="/account/settings">
            <Trans>Who sees your workouts, routes and profile</Trans>
          </Link>
        </Text>
        <Text>
          <Link href={deletePage}>
            <Trans>Delete your account</Trans>
          </Link>
        </Text>
      </Stack>
    </Panel>
  );
}
