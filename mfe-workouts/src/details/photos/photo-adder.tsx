import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { Box, FileDrop, Text } from '@waymark/ui';
import { useCallback, useEffect } from 'react';

/** Takes photos by the chooser, dropped, or pasted anywhere on the page. `left` more fit. */
export function PhotoAdder({ left, onFiles }: { left: number; onFiles: (files: File[]) => void }) {
  const { t } = useLingui();
  const add = useCallback(
    (files: File[]) => {
      if (files.length > left)
        notify({ kind: 'warning', text: t`A workout holds at most 50 photos. The first ${left} are added.` });
      if (left > 0) onFiles(files.slice(0, left));
    },
    [left, onFiles, t],
  );
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      add(files);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [add]);
  if (left <= 0) {
    return (
      <Text muted size="sm" mt={3}>
        <Trans>A workout holds at most 50 photos. Delete one to add another.</Trans>
      </Text>
    );
  }
  return (
    <Box mt={3} maxW="560px">
      <FileDrop onFiles={add} accept="image/*" action={<Trans>Add photos</Trans>}>
        <Text muted size="sm">
          <Trans>Choose, drop or paste photos of up to 30 MB. We remove where they were taken.</Trans>{' '}
          {left < 10 && <Plural value={left} one="# more fits." other="# more fit." />}
        </Text>
      </FileDrop>
    </Box>
  );
}
