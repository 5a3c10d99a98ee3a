import { Trans } from '@lingui/react/macro';
import { Box, Button, Heading, Link, Text, UploadIcon } from '@waymark/ui';
import { useSamples } from './use-samples.ts';

/** What a member sees before the first workout: one obvious thing to do, and two quieter ways. */
export default function FirstRun() {
  const { add } = useSamples();
  return (
    <Box maxW="640px" py={{ base: 6, md: 12 }}>
      <Heading level={2} size="4xl" mb={4}>
        <Trans>Import your first workout</Trans>
      </Heading>
      <Text size="lg" muted mb={8}>
        <Trans>
          Add a FIT, GPX or TCX file from your watch or another app. Your week, your calendar and your tracks
          show up here right away.
        </Trans>
      </Text>
      <Button variant="primary" href="/workout/import" size="lg" icon={<UploadIcon />}>
        <Trans>Upload a file</Trans>
      </Button>
      <Text muted mt={8}>
        <Trans>
          No file at hand? <Link href="/workout/create/">Log a workout by hand</Link>, or look around first:
        </Trans>
      </Text>
      <Button mt={3} variant="outline" loading={add.isPending} onClick={() => add.mutate()}>
        <Trans>Add sample workouts</Trans>
      </Button>
    </Box>
  );
}
