import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFailureText } from '@waymark/remote';
import {
  Box,
  Button,
  chakra,
  Field,
  FormError,
  Input,
  Modal,
  Stack,
  Text,
  useFocusInvalid,
} from '@waymark/ui';
import { encodeQR } from 'qr';
import { useMemo, useState } from 'react';
import { useSensitiveCall } from '../identity/identity.tsx';

interface AuthenticatorDialogProps {
  setup: { secret: string; uri: string };
  onEnabled: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Adds the account to an authenticator app; a first code proves that it works. */
export default function AuthenticatorDialog({ setup, onEnabled, onClose }: AuthenticatorDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { form, focusInvalid } = useFocusInvalid();
  const [code, setCode] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const enable = useSensitiveCall(securityCalls.enableTotp);
  const isRight = /^\s*(\d\s*){6}$/.test(code);
  const submit = async () => {
    setHasTried(true);
    if (!isRight) return focusInvalid();
    const done = await enable.send({ body: { code } });
    if (done) onEnabled(done.answer.recovery_codes);
  };
  return (
    <Modal open onClose={onClose} title={<Trans>Set up your app</Trans>}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={4}>
          <Text size="sm">
            <Trans>Scan this with your authenticator app, then type the code it shows.</Trans>
          </Text>
          <QrCode text={setup.uri} />
          <Text muted size="sm">
            <Trans>Can’t scan it? Type this key:</Trans>{' '}
            <chakra.code data-untranslated="" overflowWrap="anywhere" userSelect="all">
              {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </chakra.code>
          </Text>
          <Field
            label={t`Code`}
            error={isRight ? undefined : t`Enter the six digits of your app.`}
            touched={hasTried}
            required
          >
            <Input
              data-autofocus=""
              data-figure=""
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <FormError>{enable.error !== null && failureText(enable.error)}</FormError>
          <Button type="submit" variant="primary" loading={enable.isPending}>
            <Trans>Turn on</Trans>
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

/** Drawn here: the secret goes to no other service. Dark on light in both schemes, as cameras expect it. */
function QrCode({ text }: { text: string }) {
  const { t } = useLingui();
  const rows = useMemo(() => encodeQR(text, 'raw', { border: 2 }), [text]);
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <Box bg="#fff" borderRadius="md" padding={2} width="200px" marginInline="auto">
      <svg role="img" aria-label={t`QR code for your app`} viewBox={`0 0 ${rows.length} ${rows.length}`}>
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
    </Box>
  );
}
