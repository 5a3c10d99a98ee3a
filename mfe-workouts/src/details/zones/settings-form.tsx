import { Trans } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import { Button, Flex, FormError, Stack } from '@waymark/ui';
import { useState, type ReactNode } from 'react';
import { ApplyFrom, validFrom, type From } from './apply-from.tsx';
import { Earlier } from './earlier.tsx';

/** A sent call, as `useSend` has it. */
interface Sending<Input> {
  mutate: (input: Input, options?: { onSuccess?: () => void }) => void;
  error: Error | null;
  isPending: boolean;
}

interface SettingsFormProps<Body> {
  save: Sending<{ body: Body }>;
  remove: Sending<{ params: { id: number } }>;
  /** The start of the workout from which on it may count. */
  start: string;
  from: From;
  /** What is saved, from when it says; null while something is wrong with it. */
  bodyOf: (since: { valid_from?: string }) => Body | null;
  /** What the member set before, latest first. */
  earlier: readonly { id: number; since: string; text: string }[];
  /** The button's words, and what is said once it is saved. */
  action: ReactNode;
  done: string;
  onClose: () => void;
  children: ReactNode;
}

/** What a member sets for this workout and others: the fields, from when on it counts, what was set before. */
export function SettingsForm<Body>({
  save,
  remove,
  start,
  bodyOf,
  earlier,
  action,
  done,
  onClose,
  ...rest
}: SettingsFormProps<Body>) {
  const failureText = useFailureText();
  const [from, setFrom] = useState(rest.from);
  const error = save.error ?? remove.error;
  const submit = () => {
    const body = bodyOf(validFrom(from, start));
    if (!body) return;
    save.mutate(
      { body },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: done });
          onClose();
        },
      },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={4}>
        {rest.children}
        <ApplyFrom value={from} onChange={setFrom} />
        <Earlier
          sets={earlier}
          busy={remove.isPending}
          onRemove={(id) => remove.mutate({ params: { id } })}
        />
        <FormError>{error && failureText(error)}</FormError>
        <Flex gap={2} justify="flex-end" wrap="wrap">
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {action}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
