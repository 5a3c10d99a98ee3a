/** `transport.ts` answers every failure with "no answer", so its code, configuration and cause are kept by nobody. */
export default class AxiosError extends Error {}
