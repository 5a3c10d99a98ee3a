import { Trans } from '@lingui/react/macro';
import { Box } from '@waymark/ui';

/** What a workout that is replaced hands on to the file that takes its place. */
export function ReplaceNote() {
  return (
    <Box color="muted" fontSize="sm">
      <Trans>
        Replacing keeps photos, gear and who may see it, and your name and notes unless the file has its own.
      </Trans>
    </Box>
  );
}
