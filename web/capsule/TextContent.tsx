import { useMemo, useState } from 'react'
import { keyOf } from '#contract/media.ts'
import { useHeld } from '#web/media/useHeld.ts'
import { useRefresh } from '#web/media/useRefresh.ts'
import { Viewer } from '#web/media/Viewer.tsx'
import { RichText, type TextImage } from '#web/ui/RichText.tsx'

/** What was written into a capsule; its pictures open over the whole screen. */
export function TextContent({ html, capsuleId }: { html: string; capsuleId: string }) {
  const refresh = useRefresh(capsuleId)
  const { value, failed } = useHeld(html, refresh)
  const [viewing, setViewing] = useState<{ images: TextImage[]; index: number }>()
  const slides = useMemo(() => withAddressesOf(html, viewing?.images ?? []), [html, viewing])
  return (
    <>
      <div onErrorCapture={failed}>
        <RichText
          html={value}
          onImage={(src, images) => setViewing({ images, index: images.findIndex((image) => image.src === src) })}
        />
      </div>
      {viewing && (
        <Viewer slides={slides} index={viewing.index} refresh={refresh} onClosed={() => setViewing(undefined)} />
      )}
    </>
  )
}

/** The same pictures by the addresses that the newest answer has for them. */
function withAddressesOf(html: string, images: readonly TextImage[]): TextImage[] {
  const sources = [...html.matchAll(/\ssrc="([^"]+)"/g)].map(([, src = '']) => [keyOf(src), src] as const)
  const fresh = new Map(sources)
  return images.map(({ src, alt }) => ({ src: fresh.get(keyOf(src)) ?? src, alt }))
}
