import { calendarAddressCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import {
  Button,
  CopyIcon,
  Field,
  Flex,
  FormError,
  Input,
  Panel,
  SkeletonText,
  Stack,
  Text,
} from '@waymark/ui';

/** The private iCalendar address of one's sessions: made, renewed and ended when the member says so. */
export function CalendarAddressPanel() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data, error } = useCall(calendarAddressCalls.read);
  const renew = useSend(calendarAddressCalls.renew);
  const remove = useSend(calendarAddressCalls.remove);
  const failure = renew.error ?? remove.error;
  const copy = async (href: string) => {
    try {
      await navigator.clipboard.writeText(href);
      notify({ kind: 'success', text: t`Address copied.` });
    } catch {
      notify({
        kind: 'warning',
        text: t`Your browser doesn’t allow copying. Select the address and copy it.`,
      });
    }
  };
  return (
    <Panel title={<Trans>Your sessions in your calendar app</Trans>}>
      <Stack gap={3} align="flex-start">
        <Text muted>
          <Trans>
            A private address that calendar apps subscribe to. Whoever has it can read your sessions, so keep
            it to yourself. Apps look for changes every few hours.
          </Trans>
        </Text>
        {!data && !error && <SkeletonText lines={1} />}
        {error && (
          <Text role="alert" size="sm" color="danger.fg">
            {failureText(error, t`We couldn’t load your address. Try again later.`)}
          </Text>
        )}
        <FormError>{failure && failureText(failure)}</FormError>
        {data?.href && (
          <>
            <Field label={<Trans>Your calendar address</Trans>}>
              <Input readOnly value={data.href} onFocus={(event) => event.target.select()} />
            </Field>
            <Flex gap={2} wrap="wrap">
              <Button icon={<CopyIcon />} onClick={() => void copy(data.href!)}>
                <Trans>Copy address</Trans>
              </Button>
              <Button variant="quiet" loading={renew.isPending} onClick={() => renew.mutate()}>
                <Trans>Make a new address</Trans>
              </Button>
              <Button variant="quiet" loading={remove.isPending} onClick={() => remove.mutate()}>
                <Trans>Turn it off</Trans>
              </Button>
            </Flex>
          </>
        )}
        {data && !data.href && (
          <Button loading={renew.isPending} onClick={() => renew.mutate()}>
            <Trans>Make an address</Trans>
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
