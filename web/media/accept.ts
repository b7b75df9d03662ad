import { IMAGE_TYPES, VIDEO_TYPES } from '#contract/media.ts'

/** What a camera may hand over: types alone, for beside names of files some telephones do not open theirs at once. */
export const PHOTOGRAPHS = [...IMAGE_TYPES, 'image/jpg,image/pjpeg'].join()
/** What a dialog offers: also by names, since devices call the types of the same files this and that. HEIC is not named, so that iPhones hand over JPEG. */
export const PICTURES = [PHOTOGRAPHS, '.jpg,.jpeg,.png,.gif,.webp'].join()
export const PICTURES_AND_VIDEOS = [PICTURES, ...VIDEO_TYPES, 'video/x-m4v,.mp4,.m4v,.mov,.webm'].join()
