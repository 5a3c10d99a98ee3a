import type { OAuthClient, OAuthScope } from '@waymark/api-contract';
import { oauthCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, notify } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import {
  Button,
  Checkbox,
  Field,
  Flex,
  FormError,
  Input,
  Modal,
  Stack,
  Textarea,
  useFocusInvalid,
} from '@waymark/ui';
import { useState } from 'react';
import { useSensitiveCall } from '../identity/identity.tsx';
import { ScopeField } from './scope-field.tsx';

interface ClientDialogProps {
  /** Null: a new one. */
  client: OAuthClient | null;
  /** With the secret of a new confidential app, which is shown once. */
  onSaved: (secret: string | null) => void;
  onClose: () => void;
}

/** Registers an app or changes one. */
export function ClientDialog({ client, onSaved, onClose }: ClientDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { form, focusInvalid } = useFocusInvalid();
  const create = useSensitiveCall(oauthCalls.createClient, { keepKey: true });
  const update = useSensitiveCall(oauthCalls.updateClient);
  const [name, setName] = useState(client?.name ?? '');
  const [homepage, setHomepage] = useState(client?.homepage ?? '');
  const [redirects, setRedirects] = useState(client?.redirect_uris.join('\n') ?? '');
  const [scopes, setScopes] = useState<OAuthScope[]>(client?.scopes ?? ['workout:read']);
  const [isConfidential, setIsConfidential] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const addresses = redirects.split(/\s+/).filter(Boolean);
  const error = create.error ?? update.error;
  const refused = error instanceof ApiError ? error.diagnostics : {};
  const isRefusedHere = Object.keys(refused).some((field) => /^(name|homepage|redirect_uris)/.test(field));
  const refusedRedirect = Object.entries(refused).find(([field]) =>
    field.startsWith('redirect_uris'),
  )?.[1][0];

  const submit = async () => {
    setHasTried(true);
    if (name.trim().length < 2 || addresses.length === 0 || scopes.length === 0) return focusInvalid();
    const body = { name: name.trim(), homepage: homepage.trim() || null, redirect_uris: addresses, scopes };
    if (client) {
      if (!(await update.send({ params: { id: client.id }, body }))) return focusInvalid();
      onSaved(null);
    } else {
      const done = await create.send({ body: { ...body, is_confidential: isConfidential } });
      if (!done) return focusInvalid();
      onSaved(done.answer.client_secret);
    }
    notify({ kind: 'success', text: t`“${name.trim()}” is saved.` });
  };

  return (
    <Modal
      open
      size="wide"
      onClose={onClose}
      title={client ? <Trans>Edit app</Trans> : <Trans>Register an app</Trans>}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={5}>
          <Field
            label={t`Name`}
            hint={t`Members see it when they allow your app.`}
            error={name.trim().length < 2 ? t`Name is required.` : refused['name']?.[0]}
            touched={hasTried}
            required
          >
            <Input
              data-autofocus=""
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field label={t`Homepage`} optional error={refused['homepage']?.[0]} touched={hasTried}>
            <Input
              type="url"
              maxLength={300}
              placeholder="https://"
              value={homepage}
              onChange={(event) => setHomepage(event.target.value)}
            />
          </Field>
          <Field
            label={t`Redirect addresses`}
            hint={t`Where members return to, one per line.`}
            error={addresses.length === 0 ? t`Give at least one redirect address.` : refusedRedirect}
            touched={hasTried}
            required
          >
            <Textarea
              rows={2}
              placeholder="https://app.example/callback"
              value={redirects}
              onChange={(event) => setRedirects(event.target.value)}
            />
          </Field>
          <ScopeField value={scopes} touched={hasTried} onChange={setScopes} />
          {!client && (
            <Checkbox
              label={t`It runs on a server that can keep a secret`}
              hint={t`Leave it off for phone apps, desktop apps and scripts.`}
              checked={isConfidential}
              onChange={setIsConfidential}
            />
          )}
          <FormError>{error !== null && !isRefusedHere && failureText(error)}</FormError>
          <Flex gap={3} justify="flex-end">
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
              <Trans>Save app</Trans>
            </Button>
          </Flex>
        </Stack>
      </form>
    </Modal>
  );
}
