import { useQuery } from '@tanstack/react-query'
import { hasImages } from './imageHtml.ts'

/** The prefix that makes a picture's key an address, good for a day; fetched only for texts with pictures. */
export const useImagePreview = (html: string) =>
  useQuery({
    queryKey: ['ossToken', 'preview'],
    queryFn: async () => (await import('#web/client/upload/upload.ts')).previewOf('image'),
    enabled: hasImages(html),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that is opened anew asks anew.
    gcTime: 0,
  })
