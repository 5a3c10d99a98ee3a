declare module 'axios/unsafe/*' {
  const part: unknown;
  export default part;
}

declare module 'axios/unsafe/core/dispatchRequest.js' {
  export default function dispatchRequest(config: object): Promise<unknown>;
}
