/**
 * Holds why a photograph is not kept, not shown, or not taken back: part of errorCodes, where it is said what each line means. Nothing
 * is stored after any of them.
 */
export const photoErrorCodes = {
  storage_unavailable: { status: 503, text: "Our photograph storage is not answering right now." },
  photo_too_large: { status: 413, text: "This file is larger than 20 MB. Please take a smaller photograph." },
  photo_heic: {
    status: 415,
    text: "This is a HEIC photograph, which browsers do not show. Choose “Most Compatible” in the camera's settings, or send a JPEG.",
  },
  photo_unknown: { status: 415, text: "This file is no JPEG, PNG or WebP photograph." },
  photo_unreadable: { status: 422, text: "This photograph cannot be read. Please take it again." },
  photo_too_many_pixels: {
    status: 422,
    text: "This photograph has too many pixels. Please take it with a lower resolution.",
  },
  photos_full: {
    status: 409,
    text: "This package has six photographs already. Remove one to add another.",
  },
  photo_not_found: { status: 404, text: "There is no such photograph any more." },
} as const;
