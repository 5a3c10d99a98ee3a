/** The number stays in the message of an error, and the library's documentation says what it means. */
const none: Record<string, string> = {};
export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };
