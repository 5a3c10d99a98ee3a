/** Where the picture of a member is; `version` makes a browser ask for one that was just replaced. */
export const pictureUrl = (username: string, size: 'Small' | 'Medium' | 'Large', version?: number): string =>
  `/profile/${encodeURIComponent(username)}/picture?size=${size}${version === undefined ? '' : `&v=${version}`}`;
