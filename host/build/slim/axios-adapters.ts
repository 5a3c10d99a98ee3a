import xhr from 'axios/unsafe/adapters/xhr.js';

/** The one way out of a browser that tells how much was sent. */
export default { getAdapter: (adapter: unknown) => (typeof adapter === 'function' ? adapter : xhr) };
