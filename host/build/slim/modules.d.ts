declare module 'axios/unsafe/*' {
  const part: unknown;
  export default part;
}
