/** The session's cookie is not for scripts, and no token travels in one. */
export default { read: () => null };
