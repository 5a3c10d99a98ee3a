import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useFormatLocale } from '@waymark/remote';
import {
  Box,
  Button,
  Field,
  Flex,
  FormError,
  Heading,
  IconButton,
  RadioGroup,
  Stack,
  TrashIcon,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState, type ReactNode } from 'react';

/** A sent call, as `useSend` has it. */
interface Sending<Input> {
  mutate: (input: Input, options?: { onSuccess?: () => void }) => void;
  error: Error | null;
  isPending: boolean;
}

interface ZonesFormProps<Body> {
  save: Sending<{ body: Body }>;
  remove: Sending<{ params: { id: number } }>;
  /** What is saved, from when it says; null while something is wrong with it. */
  bodyOf: (since: { valid_from?: string }) => Body | null;
  /** What was set before, latest first. */
  earlier: readonly { id: number; since: string; text: string }[];
  timeZone: string;
  action: ReactNode;
  saved: string;
  children: ReactNode;
}

/** Fields that count from some day on, with what was set before them. */
export function ZonesForm<Body>(props: ZonesFormProps<Body>) {
  const { save, remove, bodyOf, earlier, timeZone, action, saved, children } = props;
  const { t } = useLingui();
  const failureText = useFailureText();
  const [from, setFrom] = useState('now');
  const submit = () => {
    const body = bodyOf(from === 'now' ? {} : { valid_from: new Date(0).toISOString() });
    if (body) save.mutate({ body }, { onSuccess: () => notify({ kind: 'success', text: saved }) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={5}>
        {children}
        <Field group label={t`Use them`}>
          <RadioGroup
            row
            value={from}
            onChange={setFrom}
            options={[
              { value: 'now', label: t`From now on` },
              { value: 'always', label: t`For all workouts, earlier ones too` },
            ]}
          />
        </Field>
        <FormError>{save.error && failureText(save.error)}</FormError>
        <Box>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {action}
          </Button>
        </Box>
        <Earlier
          sets={earlier}
          timeZone={timeZone}
          isBusy={remove.isPending}
          failure={remove.error ? failureText(remove.error) : undefined}
          onRemove={(id) => remove.mutate({ params: { id } })}
        />
      </Stack>
    </form>
  );
}

interface EarlierProps {
  sets: ZonesFormProps<never>['earlier'];
  timeZone: string;
  isBusy: boolean;
  failure: string | undefined;
  onRemove: (id: number) => void;
}

/** Without one of these the one before counts again. */
function Earlier({ sets, timeZone, isBusy, failure, onRemove }: EarlierProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  if (sets.length === 0) return null;
  return (
    <Box>
      <Heading level={3} size="lg">
        <Trans>So far</Trans>
      </Heading>
      <Box as="ul" listStyleType="none" padding={0} margin={0}>
        {sets.map(({ id, since, text }) => {
          const isAlways = Date.parse(since) <= 0;
          const day = isAlways ? t`Always` : t`Since ${formatDate(since, { locale, timeZone })}`;
          return (
            <Flex as="li" key={id} align="center" justify="space-between" gap={3} borderBottom="hairline">
              <Box as="span" fontVariantNumeric="tabular-nums">
                {day}: {text}
              </Box>
              <IconButton
                label={t`Delete zones: ${day}`}
                icon={<TrashIcon />}
                disabled={isBusy}
                onClick={() => onRemove(id)}
              />
            </Flex>
          );
        })}
      </Box>
      <FormError>{failure}</FormError>
    </Box>
  );
}
