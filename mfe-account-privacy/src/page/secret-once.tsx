import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { Banner, Box, Button, CopyIcon, Field, Flex, Input } from '@waymark/ui';
import type { ReactNode } from 'react';

interface SecretOnceProps {
  label: ReactNode;
  secret: string;
  /** What it is for, and that it is not shown again. */
  hint: ReactNode;
  onDone: () => void;
}

/** A secret on the one occasion that it is shown. */
export function SecretOnce({ label, secret, hint, onDone }: SecretOnceProps) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notify({ kind: 'success', text: t`Copied.` });
    } catch {
      notify({ kind: 'error', text: t`Your browser doesn’t allow copying. Select the text and copy it.` });
    }
  };
  return (
    <Box marginBottom={4}>
      <Banner kind="warning">{hint}</Banner>
      <Box marginBlock={3}>
        <Field label={label}>
          <Input readOnly data-untranslated="" value={secret} onFocus={(event) => event.target.select()} />
        </Field>
      </Box>
      <Flex gap={3}>
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
        <Button variant="primary" onClick={onDone}>
          <Trans>I have saved it</Trans>
        </Button>
      </Flex>
    </Box>
  );
}
