import { useLingui } from '@lingui/react/macro';
import { SERVICE_BASES } from '@waymark/api-contract/client';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { CardTokenError } from '../errors/billing-error.ts';
import { CardFieldsFrame, type CardFieldsProps } from './card-fields-frame.tsx';

const FRAME_ADDRESS = `${SERVICE_BASES.billing}/local/card-frame`;
const READY_TIMEOUT_MS = 15_000;
const TOKEN_TIMEOUT_MS = 30_000;

/** What the frame sends. */
interface FrameMessage {
  source: 'waymark-card';
  type: 'ready' | 'change' | 'resize' | 'token' | 'error';
  height?: number;
  token?: string;
  message?: string;
}

const isFrameMessage = (data: unknown): data is FrameMessage =>
  typeof data === 'object' && data !== null && (data as FrameMessage).source === 'waymark-card';

/** The card fields of the local provider, in a frame whose content this page cannot read. */
export function LocalCardFields({ ref, onEnter }: CardFieldsProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const pending = useRef<PromiseWithResolvers<string>>(null);
  /** A token that the frame sent by itself, as Enter was pressed in it. */
  const unclaimed = useRef<string>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [height, setHeight] = useState(330);

  useEffect(() => {
    const take = (message: FrameMessage) => {
      if (message.type === 'ready') setStatus('ready');
      if (message.type === 'resize' && message.height) setHeight(message.height);
      if (message.type === 'change') unclaimed.current = null;
      if (message.type === 'error') pending.current?.reject(new CardTokenError(message.message ?? ''));
      if (message.type !== 'token' || !message.token) return;
      if (pending.current) pending.current.resolve(message.token);
      else {
        unclaimed.current = message.token;
        onEnter();
      }
    };
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && origin === location.origin && isFrameMessage(data))
        take(data);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [onEnter]);

  useEffect(() => {
    if (status !== 'loading') return undefined;
    const timer = setTimeout(() => setStatus('failed'), READY_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [status]);

  useImperativeHandle(ref, () => ({
    async requestToken() {
      const early = unclaimed.current;
      unclaimed.current = null;
      if (early) return early;
      const answer = Promise.withResolvers<string>();
      pending.current = answer;
      const timer = setTimeout(
        () => answer.reject(new CardTokenError(t`We couldn’t check the card. Try again.`)),
        TOKEN_TIMEOUT_MS,
      );
      frame.current?.contentWindow?.postMessage({ type: 'submit' }, location.origin);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        pending.current = null;
      }
    },
  }));

  return (
    <CardFieldsFrame status={status} retry={() => setStatus('loading')}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own origin with a policy of its own: a sandbox that lets it work shuts nothing out */}
      <iframe
        ref={frame}
        src={FRAME_ADDRESS}
        title={t`Card details`}
        style={{ display: 'block', width: '100%', height, border: 0, background: 'transparent' }}
      />
    </CardFieldsFrame>
  );
}
