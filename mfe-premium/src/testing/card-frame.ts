import { screen, waitFor } from '@testing-library/react';

/** Plays the provider's card frame: what it sends, and what it was asked. */
export async function cardFrame() {
  const frame = await screen.findByTitle<HTMLIFrameElement>('Card details');
  const asked: unknown[] = [];
  frame.contentWindow!.postMessage = (message: unknown) => void asked.push(message);
  const send = (message: object, origin = location.origin) =>
    dispatchEvent(
      new MessageEvent('message', {
        data: { source: 'waymark-card', ...message },
        origin,
        source: frame.contentWindow,
      }),
    );
  return {
    asked,
    send,
    /** Waits until the page asks for the card, and answers. */
    answer: async (message: object) => {
      await waitFor(() => {
        if (asked.length === 0) throw new Error('The frame was not asked.');
      });
      asked.length = 0;
      send(message);
    },
  };
}
