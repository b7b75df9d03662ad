import { toast } from './toast.tsx'

/** Opens the device's own sharing; a person who cancels it is told nothing. */
export const shareLink = (link: { title: string; url: string }): Promise<void> =>
  navigator.share(link).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast('分享失败，请复制链接')
  })
