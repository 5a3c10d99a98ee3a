type Visit = (value: unknown, key: unknown) => void;

/** What the modules that carry a call use of the library's 80 helpers. */
const utils = {
  isArray: Array.isArray,
  isFunction: (value: unknown) => typeof value === 'function',
  isNumber: (value: unknown) => typeof value === 'number',
  isUndefined: (value: unknown) => value === undefined,
  hasOwnProp: Object.hasOwn,
  getSafeProp: (from: Record<string, unknown>, name: string) => from[name],
  /** Without a prototype, so that nothing that was put into `Object.prototype` reads as an option. */
  toSafeFlatObject: (config: object): object => Object.assign(Object.create(null), config) as object,
  forEach: (values: Record<string, unknown> | unknown[], visit: Visit) =>
    Object.entries(values).forEach(([key, value]) => visit(value, key)),
};
export default utils;
