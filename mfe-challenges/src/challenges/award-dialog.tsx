import type { ChallengeAward, ChallengeDetails } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { fileWords, saveFile, useFormatLocale, useSession } from '@waymark/remote';
import { Button, Modal, ShareIcon, Stack } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState } from 'react';
import { drawAwardCard, paintAwardCard } from './award-card.ts';
import { useAwardName } from './use-award-name.ts';
import { useChallengeWords } from './use-challenge-words.ts';

interface AwardDialogProps {
  award: ChallengeAward;
  kind: ChallengeDetails['kind'];
  onClose: () => void;
}

/** An award as a picture, to be shared with other apps or saved. */
export default function AwardDialog({ award, kind, onClose }: AwardDialogProps) {
  const { t } = useLingui();
  const words = useChallengeWords();
  const awardName = useAwardName();
  const locale = useFormatLocale();
  const { user } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const { title, value } = award;
  const name = awardName(award.kind);
  const date = formatDate(award.awarded_datetime, { locale, ...(user && { timeZone: user.time_zone }) });
  const result = words.text(words.result(kind, value));
  const detail = [user?.display_name, result, date].filter(Boolean).join(' · ');
  const svg = drawAwardCard({ kind: award.kind, title, awardName: name, detail });
  const share = async () => {
    setIsBusy(true);
    try {
      const file = new File([await paintAwardCard(svg)], `${fileWords(title) || 'award'}.png`, {
        type: 'image/png',
      });
      if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title });
      else saveFile(file, file.name);
    } catch (error) {
      // Who closes the list of apps has decided not to share.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        notify({ kind: 'error', text: t`We couldn’t create the picture. Try again in a moment.` });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={name}
      footer={
        <Stack direction="row" gap={3} justify="flex-end">
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button variant="primary" icon={<ShareIcon />} loading={isBusy} onClick={() => void share()}>
            <Trans>Share picture</Trans>
          </Button>
        </Stack>
      }
    >
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={t`${name}: ${title}. ${detail}`}
        style={{ width: '100%', height: 'auto', borderRadius: '8px' }}
        width={1080}
        height={1080}
      />
    </Modal>
  );
}
