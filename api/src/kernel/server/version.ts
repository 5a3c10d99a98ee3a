import own from '../../../package.json' with { type: 'json' };

/** The API's version, as in its package. */
export const VERSION: string = own.version;
