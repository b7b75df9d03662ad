import { IMAGE_TYPES, VIDEO_TYPES } from '#contract/media.ts'

/** For a camera: types alone, since with file names beside them some telephones do not open the camera at once. */
export const PHOTOGRAPHS = [...IMAGE_TYPES, 'image/jpg,image/pjpeg'].join()
/**
 * For a file dialog: types and file names, since devices differ in the types they give to the same files. HEIC is not named,
 * so that iPhones hand over JPEG.
 */
export const PICTURES = [PHOTOGRAPHS, '.jpg,.jpeg,.png,.gif,.webp'].join()
export const PICTURES_AND_VIDEOS = [PICTURES, ...VIDEO_TYPES, 'video/x-m4v,.mp4,.m4v,.mov,.webm'].join()
