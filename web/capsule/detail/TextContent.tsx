import { useMemo, useState } from 'react'
import { keyOf } from '#contract/media.ts'
import { useHeld } from '#web/capsule/media/useHeld.ts'
import { useRefresh } from '#web/capsule/media/useRefresh.ts'
import { Viewer } from '#web/capsule/media/Viewer.tsx'
import { RichText, type TextImage } from '#web/ui/RichText.tsx'

const NONE: ReadonlySet<string> = new Set()

/** The text of a capsule; its pictures open over the whole screen. */
export function TextContent({ html, capsuleId }: { html: string; capsuleId: string }) {
  const refresh = useRefresh(capsuleId)
  const { value, attempt, missing, isMissing, again } = useMissing(useHeld(html, refresh))
  const [viewing, setViewing] = useState<{ images: TextImage[]; index: number }>()
  const slides = useMemo(() => withAddressesOf(html, viewing?.images ?? []), [html, viewing])
  return (
    <>
      <RichText
        key={attempt}
        html={value}
        onImage={(src, images) => setViewing({ images, index: images.findIndex((image) => image.src === src) })}
        missing={missing}
        onMissing={isMissing}
        onRetry={() => void again()}
      />
      {viewing && (
        <Viewer slides={slides} index={viewing.index} refresh={refresh} onClosed={() => setViewing(undefined)} />
      )}
    </>
  )
}

/** The pictures of a text that did not come, also by fresh addresses. */
function useMissing({ value, attempt, step, failed, again }: ReturnType<typeof useHeld<string>>) {
  const [noted, setNoted] = useState({ attempt, addresses: NONE })
  const addresses = noted.attempt === attempt ? noted.addresses : NONE

  function isMissing(src: string) {
    setNoted((old) => ({ attempt, addresses: new Set([...(old.attempt === attempt ? old.addresses : NONE), src]) }))
    failed()
  }

  return { value, attempt, missing: step === 'broken' ? addresses : NONE, isMissing, again }
}

/** The same pictures by the addresses that the newest answer has for them. */
function withAddressesOf(html: string, images: readonly TextImage[]): TextImage[] {
  const sources = [...html.matchAll(/\ssrc="([^"]+)"/g)].map(([, src = '']) => [keyOf(src), src] as const)
  const fresh = new Map(sources)
  return images.map(({ src, alt }) => ({ src: fresh.get(keyOf(src)) ?? src, alt }))
}
