import type { HealthDataStatus } from '@waymark/api-contract';
import { healthDataCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useFormatLocale, useSend, useSession } from '@waymark/remote';
import { useHealthConsent } from '@waymark/remote/health-consent';
import {
  Box,
  Button,
  chakra,
  ConfirmDialog,
  Field,
  LoadFailed,
  Panel,
  RadioGroup,
  Stack,
  Text,
} from '@waymark/ui';
import { formatDateTime } from '@waymark/units';
import { useState } from 'react';

type Stored = HealthDataStatus['stored'];
const POLL_MS = 3000;

const isAnyStored = (stored: Stored): boolean => Object.values(stored).some((value) => Boolean(value));
const isBeingDeleted = ({ deletion }: HealthDataStatus): boolean =>
  deletion !== null && deletion.done_datetime === null;

/** What a deletion removes, counted, and what stays. */
function StoredList({ stored }: { stored: Stored }) {
  const { workouts, has_weight, heart_rate_zones: zones, threshold_powers: powers, files, archives } = stored;
  return (
    <>
      <chakra.ul listStyleType="disc" marginBlock={2} paddingInlineStart={5}>
        {workouts > 0 && (
          <li>
            <Plural
              value={workouts}
              one="Heart rate and training load of # workout, and energy that was worked out from them"
              other="Heart rate and training load of # workouts, and energy that was worked out from them"
            />
          </li>
        )}
        {has_weight && (
          <li>
            <Trans>Your weight</Trans>
          </li>
        )}
        {zones > 0 && (
          <li>
            <Plural value={zones} one="# set of heart rate zones" other="# sets of heart rate zones" />
          </li>
        )}
        {powers > 0 && (
          <li>
            <Plural value={powers} one="# threshold power" other="# threshold powers" />
          </li>
        )}
        {files > 0 && (
          <li>
            <Plural
              value={files}
              one="# file as you uploaded it, since heart rate and weight can be in it"
              other="# files as you uploaded them, since heart rate and weight can be in them"
            />
          </li>
        )}
        {archives > 0 && (
          <li>
            <Plural value={archives} one="# archive of your account" other="# archives of your account" />
          </li>
        )}
      </chakra.ul>
      <Text>
        <Trans>
          Your workouts stay, with their tracks, times and distances, and can still be downloaded. Energy is
          estimated anew. This cannot be undone.
        </Trans>
      </Text>
    </>
  );
}

/** What becomes of health data that is stored when its consent is taken back; null where nothing of the member is. */
export function useHealthDataChoice(isDeclined: boolean) {
  const status = useCall(healthDataCalls.status, undefined, { enabled: isDeclined });
  const remove = useSend(healthDataCalls.remove);
  const [choice, setChoice] = useState<'hide' | 'delete'>('hide');
  const stored = isDeclined ? status.data?.stored : undefined;
  return {
    /** Not known yet what is stored: declining waits for it. */
    isLoading: isDeclined && status.isPending,
    stored: stored && isAnyStored(stored) ? stored : null,
    choice,
    setChoice,
    remove,
  };
}

interface HealthDataChoiceProps {
  stored: Stored;
  value: 'hide' | 'delete';
  onChange: (value: 'hide' | 'delete') => void;
}

export function HealthDataChoice({ stored, value, onChange }: HealthDataChoiceProps) {
  const { t } = useLingui();
  return (
    <Box>
      <Field group label={t`What is stored already`}>
        <RadioGroup
          name="stored-health-data"
          value={value}
          onChange={(chosen) => onChange(chosen as typeof value)}
          options={[
            {
              value: 'hide',
              label: t`Hide it`,
              hint: t`Nobody sees it, you neither. It is there again if you accept later; you can still delete it then.`,
            },
            { value: 'delete', label: t`Delete it for good` },
          ]}
        />
      </Field>
      {value === 'delete' && (
        <Box marginTop={3} role="status">
          <Text fontWeight={600}>
            <Trans>This is deleted:</Trans>
          </Text>
          <StoredList stored={stored} />
        </Box>
      )}
    </Box>
  );
}

/** Hidden health data that is still stored, with the way to delete it; and what became of an earlier deletion. */
export function StoredHealthData() {
  const { user } = useSession();
  const isHidden = !useHealthConsent().hasConsent;
  const { data, error, refetch, isFetching } = useCall(healthDataCalls.status, undefined, {
    enabled: isHidden,
    refetchInterval: ({ state }) => state.data !== undefined && isBeingDeleted(state.data) && POLL_MS,
  });
  if (!isHidden) return null;
  if (error && !data)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load what health data is stored.</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    );
  if (!data || !(isAnyStored(data.stored) || data.deletion)) return null;
  return (
    <Panel title={<Trans>Stored health data</Trans>}>
      {isBeingDeleted(data) ? (
        <Text role="status">
          <Trans>Your health data is being deleted. This goes on when you leave this page.</Trans>
        </Text>
      ) : isAnyStored(data.stored) ? (
        <Deletion stored={data.stored} />
      ) : (
        <DeletedNote at={data.deletion!.done_datetime} timeZone={user?.time_zone ?? 'UTC'} />
      )}
    </Panel>
  );
}

function DeletedNote({ at, timeZone }: { at: string | null; timeZone: string }) {
  const locale = useFormatLocale();
  const day = formatDateTime(at, { locale, timeZone });
  return (
    <Text role="status">
      <Trans>You had it deleted, {day}. Nothing of it is stored.</Trans>
    </Text>
  );
}

function Deletion({ stored }: { stored: Stored }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const remove = useSend(healthDataCalls.remove);
  const [isAsking, setIsAsking] = useState(false);
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setIsAsking(false);
        notify({ kind: 'success', text: t`Your health data is being deleted.` });
      },
    });
  return (
    <Stack gap={3}>
      <Text>
        <Trans>It is hidden from everybody, you included, and there again if you accept.</Trans>
      </Text>
      <Box>
        <Button onClick={() => setIsAsking(true)}>
          <Trans>Delete stored health data</Trans>
        </Button>
      </Box>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Delete your health data?</Trans>}
          action={<Trans>Delete for good</Trans>}
          isBusy={remove.isPending}
          failure={remove.error ? failureText(remove.error) : undefined}
          onConfirm={onConfirm}
          onClose={() => setIsAsking(false)}
        >
          <StoredList stored={stored} />
        </ConfirmDialog>
      )}
    </Stack>
  );
}
