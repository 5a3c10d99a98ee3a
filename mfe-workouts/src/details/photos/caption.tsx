import { Trans, useLingui } from '@lingui/react/macro';
import { afterPress, Box, chakra, Input, VisuallyHidden } from '@waymark/ui';
import { useState } from 'react';

interface CaptionProps {
  caption: string;
  /** What the photo is called so far. */
  name: string;
  onChange: (caption: string) => void;
}

/** Once, as the field takes the place of the button that was just pressed. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

/** What a photo shows, in its owner's words; written in place. Enter keeps it, Escape does not. */
export function Caption({ caption, name, onChange }: CaptionProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const keep = () => {
    const text = typed?.trim();
    // Long words take more lines than the field.
    afterPress(() => setTyped(null));
    if (text !== undefined && text !== caption) onChange(text);
  };
  if (typed === null) {
    return (
      <chakra.button
        type="button"
        flex={1}
        minW={0}
        minH="32px"
        textAlign="start"
        fontSize="sm"
        cursor="text"
        color={caption ? 'ink' : 'muted'}
        overflowWrap="anywhere"
        aria-label={caption ? t`Change the description: ${caption}` : undefined}
        onClick={() => setTyped(caption)}
      >
        {caption || (
          <Trans>
            Describe <VisuallyHidden>{name}</VisuallyHidden>
          </Trans>
        )}
      </chakra.button>
    );
  }
  return (
    <Box flex={1} minW={0}>
      <Input
        ref={takeFocus}
        aria-label={t`Description`}
        maxLength={300}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
    </Box>
  );
}
