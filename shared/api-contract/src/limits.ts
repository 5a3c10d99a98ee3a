/** Largest single upload in bytes. In a file of its own, so that a browser can take the number without the schemas. */
export const UPLOAD_MAX_BYTES = 256 * 1024 * 1024;
/** Largest profile picture in bytes; a larger one is refused as 'too-big'. */
export const PICTURE_MAX_BYTES = 1_000_000;
/** Largest zip archive in bytes: years of training come as one. */
export const ARCHIVE_MAX_BYTES = 8 * 1024 * 1024 * 1024;
/** Largest photo of a workout in bytes. */
export const PHOTO_MAX_BYTES = 30 * 1024 * 1024;
export const PHOTOS_MAX = 50;
