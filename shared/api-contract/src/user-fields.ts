/** Fields of a member that everybody sees who may see their profile (`default_privacy.profile`). */
const PROFILE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'username',
  'title',
  'display_name',
  'location',
  'date_joined',
  'introduction',
  'profilePictureStatus',
  '_links',
]);

/** Who sees a field of a member, for the form that edits it: only they, or whoever may see their profile. */
export const audienceOf = (field: string): 'me' | 'profile' => (PROFILE_FIELDS.has(field) ? 'profile' : 'me');
