import { copyLink } from '#web/ui/copyLink.ts'

/** Hands a link to the device's own sharing, else copies it, else shows it. */
export async function offerLink(link: { title: string; url: string }): Promise<void> {
  if (!(await shared(link))) await copyLink(link.url)
}

/** Whether the device's sharing took the link; also true for a person who cancels, who wants no copy either. */
async function shared(link: { title: string; url: string }): Promise<boolean> {
  if (!navigator.share) return false
  try {
    await navigator.share(link)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
