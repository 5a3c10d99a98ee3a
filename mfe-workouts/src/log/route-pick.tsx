import { Trans, useLingui } from '@lingui/react/macro';
import type { RouteSummary } from '@waymark/api-contract';
import { Box, Button, Flex, Link, Modal, RouteIcon } from '@waymark/ui';
import { useState } from 'react';
import { RouteChoice } from './route-choice.tsx';

interface RoutePickProps {
  value: number | null | undefined;
  /** What the chosen route is called. */
  name: string | undefined;
  /** What the server has against it. */
  error: string | undefined;
  onChange: (route: RouteSummary | null) => void;
}

/** The saved route that was followed, if there was one. */
export function RoutePick({ value, name, error, onChange }: RoutePickProps) {
  const { t } = useLingui();
  const [choosing, setChoosing] = useState(false);
  const chosen = value !== null && value !== undefined;
  return (
    <Box role="group" aria-label={t`Route`}>
      <Box mb={2} fontSize="sm" fontWeight={600}>
        <Trans>Route</Trans>{' '}
        <Box as="span" color="muted" fontWeight={400}>
          <Trans>(optional)</Trans>
        </Box>
      </Box>
      <Flex align="center" gap={2} wrap="wrap">
        {chosen && (
          <Box minW={0} me={2} overflowWrap="anywhere" fontWeight={600}>
            {/* What was typed here stays. */}
            <Link href={`/routes/view/${value}`} target="_blank">
              {name ?? t`Previous route`}
            </Link>
          </Box>
        )}
        <Button size={chosen ? 'sm' : 'md'} icon={<RouteIcon />} onClick={() => setChoosing(true)}>
          {chosen ? <Trans>Choose another one</Trans> : <Trans>Choose a saved route</Trans>}
        </Button>
        {chosen && (
          <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
            <Trans>No route</Trans>
          </Button>
        )}
      </Flex>
      {error && (
        <Box mt={2} fontSize="sm" color="danger.fg" role="alert">
          {error}
        </Box>
      )}
      <Modal
        open={choosing}
        onClose={() => setChoosing(false)}
        size="wide"
        title={<Trans>Which route did you follow?</Trans>}
      >
        <RouteChoice
          onChoose={(route) => {
            setChoosing(false);
            onChange(route);
          }}
        />
      </Modal>
    </Box>
  );
}
