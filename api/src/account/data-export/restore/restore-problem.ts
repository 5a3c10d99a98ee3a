/** Why an archive is not restored, as a sentence for its member. Nothing was changed. */
export class RestoreProblem extends Error {
  override name = 'RestoreProblem';
}

/** @param place what is wrong with it, for whoever asks support */
export const archiveInvalid = (place: string) =>
  new RestoreProblem(`This archive holds something that cannot be stored (${place}). Nothing was changed.`);
