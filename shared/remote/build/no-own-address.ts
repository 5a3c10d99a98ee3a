/**
 * Takes from a library the address of its own file, by which it looks for what lies beside it (the worker of
 * MapLibre): in a build that would be the folder it was built in. Those who use it tell it where the file is.
 */
const noOwnAddress = (source: string): string => source.replaceAll('import.meta.url', "''");

export default noOwnAddress;
