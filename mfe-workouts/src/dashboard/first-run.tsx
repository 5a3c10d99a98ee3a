import { authCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { navigate } from '@waymark/contract';
import { useFailureText, useSend, useSession } from '@waymark/remote';
import { Box, Button, FileDrop, Flex, FormError, Grid, Heading, Link, Stack, Text } from '@waymark/ui';
import { sendFiles } from '../import/landing.ts';
import { useWindowDrop } from '../import/window-drop.ts';
import { useSamples } from './samples.tsx';

/** The files go on their way at once; the import page shows what becomes of them. */
function importFiles(files: readonly File[]): void {
  if (files.length === 0) return;
  sendFiles(files);
  navigate('/workout/import');
}

/** What a member sees before the first workout: the page takes files, and shows what they will become. */
export default function FirstRun() {
  const { add } = useSamples();
  const over = useWindowDrop(importFiles);
  const { user } = useSession();
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      gap={{ base: 8, lg: 12 }}
      alignItems="center"
      py={{ base: 4, md: 8 }}
    >
      {user && !user.email_confirmed && user.email && <UnconfirmedEmail email={user.email} />}
      <Stack gap={6} minW={0}>
        <Heading level={2} size="4xl">
          <Trans>Import your first workout</Trans>
        </Heading>
        <Text size="lg" muted>
          <Trans>
            Add a FIT, GPX or TCX file from your watch or another app. Your week, your calendar and your
            tracks show up here right away.
          </Trans>
        </Text>
        <FileDrop
          prominent
          onFiles={importFiles}
          accept=".fit,.gpx,.tcx,.zip,.gz"
          action={<Trans>Choose files</Trans>}
        >
          <Text size="lg">
            {over ? (
              <Trans>Drop files anywhere</Trans>
            ) : (
              <>
                <Box as="span" display={{ base: 'none', md: 'inline' }}>
                  <Trans>Drop files here, one or years of them in a zip</Trans>
                </Box>
                <Box as="span" display={{ md: 'none' }}>
                  <Trans>One file, or years of them in a zip</Trans>
                </Box>
              </>
            )}
          </Text>
        </FileDrop>
        <Stack gap={3} align="flex-start">
          <Text muted>
            <Trans>
              Coming from another service? <Link href="/workout/import">Upload a file or its archive</Link>:
              the page says where to get it.
            </Trans>
          </Text>
          <Text muted>
            <Trans>
              No file at hand? <Link href="/workout/create/">Log a workout by hand</Link>, or look around
              first:
            </Trans>
          </Text>
          <Button variant="outline" loading={add.isPending} onClick={() => add.mutate()}>
            <Trans>Add sample workouts</Trans>
          </Button>
        </Stack>
      </Stack>
      <Preview />
    </Grid>
  );
}

/** The mail of the sign-up, which the member may not have seen. */
function UnconfirmedEmail({ email }: { email: string }) {
  const failureText = useFailureText();
  const resend = useSend(authCalls.resendConfirmation);
  return (
    <Box gridColumn="1 / -1" minW={0}>
      <Flex align="center" wrap="wrap" columnGap={3} rowGap={1}>
        <Text role="status" size="sm" muted overflowWrap="anywhere" m={0}>
          {resend.isSuccess ? (
            <Trans>A new mail is on its way to {email}.</Trans>
          ) : (
            <Trans>We sent a link to {email}: open it to confirm your address.</Trans>
          )}
        </Text>
        {!resend.isSuccess && (
          <Button size="sm" variant="quiet" loading={resend.isPending} onClick={() => resend.mutate()}>
            <Trans>Send it again</Trans>
          </Button>
        )}
      </Flex>
      <FormError>{resend.error && failureText(resend.error)}</FormError>
    </Box>
  );
}

/** Hours of a week that has been trained through. */
const WEEK = [38, 0, 62, 24, 0, 88, 50].map((hours, day) => ({ x: 12 + day * 64, height: hours * 1.3 }));
const TRACK =
  'M40 190C70 150 60 120 100 108S150 60 196 70s60 44 104 36 44-52 86-50 40 54 20 80-70 20-84 54-60 40-104 30-70 20-110 4-100 10-68-34Z';

/** The dashboard to come, without a figure that somebody could take for theirs. */
function Preview() {
  return (
    <Box
      as="svg"
      aria-hidden="true"
      display={{ base: 'none', sm: 'block' }}
      w="100%"
      maxW="560px"
      justifySelf="center"
      {...{ viewBox: '0 0 460 400', fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' }}
    >
      <rect
        x="1"
        y="1"
        width="458"
        height="238"
        rx="8"
        fill="var(--wm-surface)"
        stroke="var(--wm-hairline)"
      />
      <path
        d="M0 60Q120 100 230 50T460 70M120 1Q150 110 100 239M330 1Q300 120 350 239"
        stroke="var(--wm-hairline)"
        strokeWidth="2"
      />
      <path d={TRACK} stroke="var(--wm-paper)" strokeWidth="9" />
      <path d={TRACK} stroke="var(--wm-blaze)" strokeWidth="5" />
      <circle cx="40" cy="190" r="7" fill="var(--wm-blaze)" stroke="var(--wm-paper)" strokeWidth="3" />
      {WEEK.map(({ x, height }) => (
        <rect
          key={x}
          x={x}
          y={384 - Math.max(4, height)}
          width="40"
          height={Math.max(4, height)}
          rx="4"
          fill={height > 0 ? 'var(--wm-stream-pace)' : 'var(--wm-hairline)'}
        />
      ))}
      <path d="M0 390H460" stroke="var(--wm-control)" />
    </Box>
  );
}
