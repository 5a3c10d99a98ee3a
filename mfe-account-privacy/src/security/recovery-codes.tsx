import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { saveFile } from '@waymark/remote';
import { Banner, Box, Button, chakra, CopyIcon, DownloadIcon, Flex } from '@waymark/ui';

/** The codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui();
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ kind: 'success', text: t`Copied.` });
    } catch {
      notify({ kind: 'error', text: t`Your browser doesn’t allow copying. Select the codes and copy them.` });
    }
  };
  return (
    <Box>
      <Banner kind="warning" title={<Trans>Keep these codes somewhere safe</Trans>}>
        <Trans>Each logs you in once when you don’t have your phone. We can’t show them again.</Trans>
      </Banner>
      <chakra.ul
        aria-label={t`Recovery codes`}
        data-untranslated=""
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(130px, 1fr))"
        gap={2}
        listStyleType="none"
        padding={4}
        marginBlock={4}
        bg="sunken"
        borderRadius="md"
        fontFamily="monospace"
        fontSize="lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <Flex gap={3} wrap="wrap">
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
        <Button
          icon={<DownloadIcon />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'waymark-recovery-codes.txt')}
        >
          <Trans>Download</Trans>
        </Button>
        <Button variant="primary" onClick={onDone}>
          <Trans>I have saved them</Trans>
        </Button>
      </Flex>
    </Box>
  );
}
