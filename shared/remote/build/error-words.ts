/** By number, as the federation runtime looks them up. */
const none: Record<string, string> = {};
export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };
