import { confirm } from '#web/ui/ask.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Hands a link to the device's own sharing, else copies it, else shows it. */
export async function offerLink(link: { title: string; url: string }): Promise<void> {
  if (await shared(link)) return
  try {
    await navigator.clipboard.writeText(link.url)
    toast('链接已复制')
  } catch {
    await confirm({ title: '请复制链接', text: link.url })
  }
}

/** Whether the device took care of it; somebody who thinks better of it wants no copy either. */
async function shared(link: { title: string; url: string }): Promise<boolean> {
  if (!navigator.share) return false
  try {
    await navigator.share(link)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
