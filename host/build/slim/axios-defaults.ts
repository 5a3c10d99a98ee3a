/** `transport.ts` says itself what a call carries and how an answer is read. */
export default { adapter: 'xhr' };
