import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { hasImages } from './imageHtml.ts'

/** What a picture's key is put behind for an address that is good for a day; asked for only by texts with pictures. */
export const useImagePreview = (html: string) =>
  useQuery({
    queryKey: ['ossToken', 'preview'],
    queryFn: async ({ signal }) => (await call('ossToken', {}, { signal })).hosts.image.preview,
    enabled: hasImages(html),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that is opened anew asks anew.
    gcTime: 0,
  })
