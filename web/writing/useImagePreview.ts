import { useQuery } from '@tanstack/react-query'
import { hasImages } from './imageHtml.ts'

/** What a picture's key is put behind for an address that is good for a day; asked for only by texts with pictures. */
export const useImagePreview = (html: string) =>
  useQuery({
    queryKey: ['ossToken', 'preview'],
    queryFn: async () => (await import('#web/media/upload.ts')).previewOf('image'),
    enabled: hasImages(html),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that is opened anew asks anew.
    gcTime: 0,
  })
