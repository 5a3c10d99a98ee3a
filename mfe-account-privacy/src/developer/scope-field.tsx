import type { OAuthScope } from '@waymark/api-contract';
import { OAUTH_SCOPES } from '@waymark/api-contract/oauth-scopes';
import { useLingui } from '@lingui/react/macro';
import { Checkbox, Field, Grid } from '@waymark/ui';
import { useScopeNames } from './scope-names.ts';

interface ScopeFieldProps {
  value: readonly OAuthScope[];
  touched: boolean;
  onChange: (scopes: OAuthScope[]) => void;
}

export function ScopeField({ value, touched, onChange }: ScopeFieldProps) {
  const { t } = useLingui();
  const scopeName = useScopeNames();
  return (
    <Field
      group
      label={t`What it can do`}
      error={value.length > 0 ? undefined : t`Choose at least one.`}
      touched={touched}
    >
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap={3}>
        {OAUTH_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeName(scope)}
            checked={value.includes(scope)}
            onChange={(isOn) => onChange(isOn ? [...value, scope] : value.filter((one) => one !== scope))}
          />
        ))}
      </Grid>
    </Field>
  );
}
