import { Trans } from '@lingui/react/macro';
import { Button, Flex, Text } from '@waymark/ui';

/** The member with sample workouts that a local installation makes. */
export const DEMO = { email: 'demo@waymark.example', password: 'trail-blaze-2026' } as const;

export function DemoHint({ onFill }: { onFill: () => void }) {
  return (
    <Flex align="center" justify="space-between" gap={4} borderTop="hairline" paddingTop={5}>
      <Text muted size="sm" overflowWrap="anywhere">
        <Trans>
          Just looking? {DEMO.email} with the password {DEMO.password} has workouts to explore.
        </Trans>
      </Text>
      <Button size="sm" flex="none" onClick={onFill}>
        <Trans>Fill in</Trans>
      </Button>
    </Flex>
  );
}
