import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Field, Flex, Input, Text } from '@waymark/ui';
import { useState } from 'react';

interface CouponFieldProps {
  /** The coupon that counts now. */
  applied: string | null;
  onApply: (code: string | null) => void;
  isBusy: boolean;
  /** Why it does not count. */
  problem: string | null;
}

/** A coupon for this purchase. */
export function CouponField({ applied, onApply, isBusy, problem }: CouponFieldProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(applied !== null);
  const [code, setCode] = useState(applied ?? '');
  const isCounted = applied !== null && problem === null && !isBusy;
  if (!isOpen)
    return (
      <Box>
        <Button size="sm" onClick={() => setIsOpen(true)}>
          <Trans>I have a coupon</Trans>
        </Button>
      </Box>
    );
  if (isCounted)
    return (
      <Flex justify="space-between" align="center" gap={3}>
        <Text>
          <Trans>
            Coupon <strong data-untranslated="">{applied}</strong> is counted in.
          </Trans>
        </Text>
        <Button
          size="sm"
          onClick={() => {
            setCode('');
            onApply(null);
          }}
        >
          <Trans>Remove coupon</Trans>
        </Button>
      </Flex>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) onApply(code.trim().toUpperCase());
      }}
    >
      <Field label={t`Coupon code`} error={problem ?? undefined} touched={problem !== null}>
        <Flex gap={2}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button
            type="submit"
            flex="none"
            loading={isBusy}
            data-action={isBusy ? 'apply_coupon' : undefined}
          >
            <Trans>Apply</Trans>
          </Button>
        </Flex>
      </Field>
    </form>
  );
}
